import { type Bitmap, CHANNELS, type Color, distance, nearest } from './bitmap.ts';
import type { Edges } from './find-edges.ts';

/** How far around a pixel its colours are looked for. */
const REACH = 2;
/** The most that a pixel may be away from the mixture of two colours, squared. */
const MOST_REST = 30 ** 2;
/** Pixels nearer to a colour than this, squared, are of it. */
const OWN = 16 ** 2;
/** The most colours, as bits of a number. */
export const MOST_COLORS = 32;

/** Each pixel as a mixture of two colours, by their indices. */
export interface Mixtures {
  readonly width: number;
  readonly height: number;
  readonly lower: Uint8Array;
  /** The same as the lower one where there is no other. */
  readonly upper: Uint8Array;
  /** The share of the upper one, from 0 to 1. */
  readonly share: Float32Array;
}

/** How much of a pixel a layer and those above it cover. */
export function coverage({ lower, upper, share }: Mixtures, layer: number, pixel: number): number {
  if ((lower[pixel] ?? 0) >= layer) return 1;
  return (upper[pixel] ?? 0) >= layer ? (share[pixel] ?? 0) : 0;
}

/** Finds of which two colours around it each pixel is made, and how much of each there is. */
export function mixColors(bitmap: Bitmap, { between }: Edges, colors: readonly Color[]): Mixtures {
  const { values, width, height } = bitmap;
  const lower = new Uint8Array(width * height);
  const upper = new Uint8Array(width * height);
  const share = new Float32Array(width * height);
  const around = new Uint32Array(width * height);
  for (let pixel = 0; pixel < lower.length; pixel++) {
    lower[pixel] = nearest(values, pixel * CHANNELS, colors);
    upper[pixel] = lower[pixel] ?? 0;
    if (!between[pixel]) around[pixel] = 1 << (lower[pixel] ?? 0);
  }
  spread(around, width, height);
  for (let pixel = 0; pixel < lower.length; pixel++) {
    const at = pixel * CHANNELS;
    if (!between[pixel] && distance(values, at, colors[lower[pixel] ?? 0] ?? []) < OWN) continue;
    const mixture = mixtureOf(values, at, colors, around[pixel] ?? 0);
    if (mixture) [lower[pixel], upper[pixel], share[pixel]] = mixture;
  }
  return { width, height, lower, upper, share };
}

/** Adds the bits of all pixels within reach. */
function spread(bits: Uint32Array, width: number, height: number): void {
  const row = new Uint32Array(bits.length);
  for (let round = 0; round < REACH; round++) {
    for (let y = 0, at = 0; y < height; y++)
      for (let x = 0; x < width; x++, at++)
        row[at] = (bits[at] ?? 0) | (x > 0 ? (bits[at - 1] ?? 0) : 0) | (x < width - 1 ? (bits[at + 1] ?? 0) : 0);
    for (let at = 0; at < bits.length; at++)
      bits[at] = (row[at] ?? 0) | (row[at - width] ?? 0) | (row[at + width] ?? 0);
  }
}

/** @returns undefined for a pixel of another colour, such as a line that is thinner than a pixel */
function mixtureOf(
  values: Uint8Array,
  at: number,
  colors: readonly Color[],
  around: number,
): [number, number, number] | undefined {
  const all = [...colors.keys()];
  const candidates = all.filter((index) => (around >>> index) & 1);
  const bestOf = (pairs: readonly (readonly [number, number])[]) => {
    let best: [number, number, number] | undefined;
    let least = MOST_REST;
    for (const [first, second] of pairs) {
      const { share, rest } = project(values, at, colors[first] ?? [], colors[second] ?? []);
      // Of one colour rather than of it and a little of another.
      if (rest < least - 1) [best, least] = [[first, second, share], rest];
    }
    return best;
  };
  const near = candidates.flatMap((first, order) => candidates.slice(order).map((second) => [first, second] as const));
  // The colour of a line may be further away, where no pixel is all of it.
  const far = () =>
    candidates.flatMap((one) => all.map((other) => [Math.min(one, other), Math.max(one, other)] as const));
  return bestOf(near) ?? bestOf(far());
}

/** The share of the second colour in a pixel, and the square of its distance to that mixture. */
function project(values: Uint8Array, at: number, first: Color, second: Color): { share: number; rest: number } {
  let [product, length, square] = [0, 0, 0];
  for (let channel = 0; channel < CHANNELS; channel++) {
    const start = first[channel] ?? 0;
    const [away, step] = [(values[at + channel] ?? 0) - start, (second[channel] ?? 0) - start];
    product += away * step;
    length += step * step;
    square += away * away;
  }
  const share = length > 0 ? Math.min(1, Math.max(0, product / length)) : 0;
  return { share, rest: square - 2 * share * product + share * share * length };
}
