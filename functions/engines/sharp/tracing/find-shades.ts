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

/** What is summed of each pixel: its place, the square of its distance from the corner, and red, green and blue. */
const [X, Y, SQUARE, RED, WIDTH] = [0, 1, 2, 3, 6];
const CHANNEL_INDICES = [RED, RED + 1, RED + 2];

/** Along what colours change: a direction, or the distance from a centre. */
type Axis = { readonly direction: Point } | { readonly center: Point };

/** A gradient, from the colour at its least place along its axis to that at its greatest, in pixels. */
export interface Shade {
  readonly axis: Axis;
  readonly places: readonly [number, number];
  readonly colors: readonly [Color, Color];
}

/** The gradient that the pixels of each colour have, or undefined where they have none. */
export function findShades(bitmap: Bitmap, mixtures: Mixtures, colors: readonly Color[]): (Shade | undefined)[] {
  const { values, width } = bitmap;
  const moments = colors.map(() => new Moments(WIDTH));
  const row = new Float64Array(WIDTH);
  const read = (pixel: number) => {
    row[X] = (pixel % width) + 0.5;
    row[Y] = Math.floor(pixel / width) + 0.5;
    row[SQUARE] = row[X] ** 2 + row[Y] ** 2;
    for (const [at, channel] of CHANNEL_INDICES.entries()) row[channel] = values[pixel * CHANNELS + at] ?? 0;
  };
  const own = ownPixels(bitmap, mixtures, colors);
  for (const [pixel, color] of own.entries()) {
    if (color < 0) continue;
    read(pixel);
    moments[color]?.add(row);
  }
  const axes = moments.map(axisOf);
  const along = colors.map(() => new Moments(1 + CHANNEL_INDICES.length));
  const ranges = colors.map((): [number, number] => [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  const placed = new Float64Array(1 + CHANNEL_INDICES.length);
  for (const [pixel, color] of own.entries()) {
    const drawn = drawnColor(mixtures, pixel);
    const [axis, range] = [axes[drawn], ranges[drawn]];
    if (!axis || !range) continue;
    read(pixel);
    const place = placeOf(axis, [row[X] ?? 0, row[Y] ?? 0]);
    range[0] = Math.min(range[0], place);
    range[1] = Math.max(range[1], place);
    if (color < 0) continue;
    placed[0] = place;
    placed.set(row.subarray(RED), 1);
    along[color]?.add(placed);
  }
  return axes.map((axis, color) => axis && shadeOf(axis, ranges[color] ?? [0, 0], along[color] as Moments));
}

/** The colour of each pixel, or -1 where it has some of others, as in smoothed edges. */
function ownPixels({ values }: Bitmap, mixtures: Mixtures, colors: readonly Color[]): Int8Array {
  return Int8Array.from(mixtures.share, (share, pixel) => {
    const color = drawnColor(mixtures, pixel);
    const isMixed = share > NOTHING && share < 1 - NOTHING;
    return isMixed || distance(values, pixel * CHANNELS, colors[color] ?? []) > MOST_APART ? -1 : color;
  });
}

/** Means and covariances of rows of numbers. */
class Moments {
  #count = 0;
  readonly #size: number;
  readonly #sums: Float64Array;
  readonly #products: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#sums = new Float64Array(size);
    this.#products = new Float64Array(size * size);
  }

  add(row: Float64Array): void {
    this.#count++;
    for (let one = 0, at = 0; one < this.#size; one++) {
      const value = row[one] ?? 0;
      this.#sums[one] = (this.#sums[one] ?? 0) + value;
      for (let other = 0; other < this.#size; other++, at++)
        this.#products[at] = (this.#products[at] ?? 0) + value * (row[other] ?? 0);
    }
  }

  mean(of: number): number {
    return (this.#sums[of] ?? 0) / this.#count;
  }

  covariance(one: number, other: number): number {
    return (this.#products[one * this.#size + other] ?? 0) / this.#count - this.mean(one) * this.mean(other);
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
function shadeOf(axis: Axis, places: readonly [number, number], along: Moments): Shade | undefined {
  const channels = CHANNEL_INDICES.map((_, at) => at + 1);
  const steps = channels.map((channel) => along.covariance(0, channel) / along.covariance(0, 0));
  const change = Math.max(...steps.map(Math.abs)) * (places[1] - places[0]);
  if (!(change >= LEAST_CHANGE && change < 256)) return undefined;
  const colors = places.map((place) => [
    ...channels.map((channel, at) =>
      Math.min(255, Math.max(0, along.mean(channel) + (place - along.mean(0)) * (steps[at] ?? 0))),
    ),
    255,
  ]);
  return { axis, places, colors: colors as [number[], number[]] };
}
