import { type Bitmap, CHANNELS, type Color, distance } from './bitmap.ts';
import { drawnColor, type Point } from './follow-outlines.ts';
import type { Mixtures } from './mix-colors.ts';
import { NOTHING } from './thin-lines.ts';

/** The least part of the differences within an area that a gradient explains, and the least it changes there, from 0 to 255. */
const LEAST_EXPLAINED = 0.6;
const LEAST_CHANGE = 6;
/** By how much more of them a radial gradient explains than a linear one, to be preferred. */
const BETTER = 0.1;
/** Pixels further from their colour than this, squared, are what compression left beside edges. */
const MOST_APART = 40 ** 2;

/** The indices of the numbers of each pixel: its place, the square of its distance from the corner, and red, green and blue. */
const [X, Y, SQUARE] = [0, 1, 2];
const CHANNEL_INDICES = [3, 4, 5];
const MOST_NUMBERS = 6;
/** Those of its place along an axis, followed by its channels. */
const [PLACE, CHANNELS_ALONG] = [0, [1, 2, 3]] as const;

/** Along what colours change: a direction, or the distance from a centre. */
type Axis = { readonly direction: Point } | { readonly center: Point };

/** A gradient, from the colour at its least place along its axis to that at its greatest, in pixels. */
export interface Gradient {
  readonly axis: Axis;
  readonly places: readonly [number, number];
  readonly colors: readonly [Color, Color];
}

/** The gradient that the pixels of each colour have, or undefined where they have none. */
export function findGradients(bitmap: Bitmap, mixtures: Mixtures, colors: readonly Color[]): (Gradient | undefined)[] {
  const { values, width } = bitmap;
  const own = ownPixels(bitmap, mixtures, colors);
  const sum = (numbersOf: (point: Point, color: number) => readonly number[] | undefined) => {
    const moments = colors.map(() => new Moments());
    for (const [pixel, color] of own.entries()) {
      if (color < 0) continue;
      const numbers = numbersOf([(pixel % width) + 0.5, Math.floor(pixel / width) + 0.5], color);
      const at = pixel * CHANNELS;
      if (numbers) moments[color]?.add([...numbers, values[at] ?? 0, values[at + 1] ?? 0, values[at + 2] ?? 0]);
    }
    return moments;
  };
  const axes = sum(([x, y]) => [x, y, x ** 2 + y ** 2]).map(axisOf);
  const along = sum((point, color) => axes[color] && [placeOf(axes[color], point)]);
  return axes.map((axis, color) => axis && gradientOf(axis, along[color] as Moments));
}

/** The colour of each pixel, or -1 where it has some of others, as in smoothed edges. */
function ownPixels({ values }: Bitmap, mixtures: Mixtures, colors: readonly Color[]): Int8Array {
  return Int8Array.from(mixtures.share, (share, pixel) => {
    const color = drawnColor(mixtures, pixel);
    const isMixed = share > NOTHING && share < 1 - NOTHING;
    return isMixed || distance(values, pixel * CHANNELS, colors[color] ?? []) > MOST_APART ? -1 : color;
  });
}

/** Means and covariances of rows of at most six numbers. */
class Moments {
  #count = 0;
  readonly #sums = new Float64Array(MOST_NUMBERS);
  readonly #products = new Float64Array(MOST_NUMBERS ** 2);
  /** The least and the greatest of the first numbers. */
  readonly range: [number, number] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];

  add(row: readonly number[]): void {
    this.#count++;
    const [first = 0] = row;
    this.range[0] = Math.min(this.range[0], first);
    this.range[1] = Math.max(this.range[1], first);
    for (let one = 0; one < row.length; one++) {
      const value = row[one] ?? 0;
      this.#sums[one] = (this.#sums[one] ?? 0) + value;
      for (let other = 0, at = one * MOST_NUMBERS; other < row.length; other++, at++)
        this.#products[at] = (this.#products[at] ?? 0) + value * (row[other] ?? 0);
    }
  }

  mean(of: number): number {
    return (this.#sums[of] ?? 0) / this.#count;
  }

  covariance(one: number, other: number): number {
    return (this.#products[one * MOST_NUMBERS + other] ?? 0) / this.#count - this.mean(one) * this.mean(other);
  }
}

/** The axis of the gradient that explains most, by least squares. */
function axisOf(moments: Moments): Axis | undefined {
  const total = CHANNEL_INDICES.reduce((sum, channel) => sum + moments.covariance(channel, channel), 0);
  const explainedBy = (steps: readonly (readonly number[])[], of: readonly number[]) =>
    CHANNEL_INDICES.reduce(
      (sum, channel, at) =>
        sum + of.reduce((own, each, index) => own + (steps[at]?.[index] ?? 0) * moments.covariance(channel, each), 0),
      0,
    ) / total;
  const solve = (of: readonly number[]) =>
    CHANNEL_INDICES.map((channel) =>
      solveLinear(
        of.map((one) => of.map((other) => moments.covariance(one, other))),
        of.map((each) => moments.covariance(channel, each)),
      ),
    );
  const [straight, round] = [solve([X, Y]), solve([X, Y, SQUARE])];
  const [linear, radial] = [explainedBy(straight, [X, Y]), explainedBy(round, [X, Y, SQUARE])];
  if (radial > LEAST_EXPLAINED && radial > linear + BETTER) {
    const [x, y, square] = [X, Y, SQUARE].map((each) =>
      round.reduce((sum, step) => sum + (step[each] ?? 0) * (step[SQUARE] ?? 0), 0),
    ) as [number, number, number];
    return { center: [-x / (2 * square), -y / (2 * square)] };
  }
  if (!(linear > LEAST_EXPLAINED)) return undefined;
  const product = (one: number, other: number) =>
    straight.reduce((sum, step) => sum + (step[one] ?? 0) * (step[other] ?? 0), 0);
  const angle = Math.atan2(2 * product(X, Y), product(X, X) - product(Y, Y)) / 2;
  return { direction: [Math.cos(angle), Math.sin(angle)] };
}

/** Solves linear equations by Gauss's elimination; not finite numbers where they have no one solution. */
function solveLinear(matrix: readonly (readonly number[])[], values: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, values[at] ?? 0]);
  for (const [at, pivot] of rows.entries()) {
    for (const [index, row] of rows.entries()) {
      if (index === at) continue;
      const factor = (row[at] ?? 0) / (pivot[at] ?? 0);
      for (let column = at; column < row.length; column++)
        row[column] = (row[column] ?? 0) - factor * (pivot[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row.at(-1) ?? 0) / (row[at] ?? 0));
}

function placeOf(axis: Axis, [x, y]: Point): number {
  if ('center' in axis) return Math.hypot(x - axis.center[0], y - axis.center[1]);
  return x * axis.direction[0] + y * axis.direction[1];
}

/** @param along the places of pixels on the axis, and their channels */
function gradientOf(axis: Axis, along: Moments): Gradient | undefined {
  const places = along.range;
  const steps = CHANNELS_ALONG.map((channel) => along.covariance(PLACE, channel) / along.covariance(PLACE, PLACE));
  const change = Math.max(...steps.map(Math.abs)) * (places[1] - places[0]);
  if (!(change >= LEAST_CHANGE && change < 256)) return undefined;
  const colorAt = (place: number) => {
    const values = CHANNELS_ALONG.map(
      (channel, at) => along.mean(channel) + (place - along.mean(PLACE)) * (steps[at] ?? 0),
    );
    return [...values.map((value) => Math.min(255, Math.max(0, value))), 255];
  };
  return { axis, places, colors: [colorAt(places[0]), colorAt(places[1])] };
}
