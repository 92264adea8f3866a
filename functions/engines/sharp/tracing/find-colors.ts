import { type Bitmap, CHANNELS, type Color, distance, HALF, nearest } from './bitmap.ts';
import type { Edges } from './find-edges.ts';

/** Colours are counted by their upper five bits. */
const BITS = 3;
/** How far from each other colours are at first, and at least, and by what they come closer for gradients. */
const APART = { first: 40, least: 8, factor: 1.5 } as const;
/** How far from others the colours of thin lines are: what compression makes beside edges is closer. */
const THIN_APART = 80;
/** Colours come closer until at most this share of the solid pixels is far from all of them. */
const FAR_SHARE = 0.03;
/** A picture in which more is far is no drawing. */
const MOST_FAR = 0.1;
/** The least share of the pixels that a colour has, and their least number. */
const LEAST = { share: 0.0005, pixels: 4 } as const;

/** How many colours a drawing may have, and how near to one of them its solid pixels are to be. */
export interface ColorSettings {
  readonly most: number;
  readonly near: number;
}

/** Pixels of similar colours. */
interface Bin {
  readonly color: Color;
  readonly pixels: number;
  readonly solid: number;
}

/**
 * Finds the colours that a drawing is made of, but not those of its smoothed edges.
 * @returns undefined for what is no drawing, such as a photo
 */
export function findColors(bitmap: Bitmap, edges: Edges, { most, near }: ColorSettings): Color[] | undefined {
  const bins = countColors(bitmap, edges);
  const least = Math.max(LEAST.pixels, bitmap.width * bitmap.height * LEAST.share);
  const solid = bins.reduce((sum, bin) => sum + bin.solid, 0);
  for (let apart: number = APART.first; ; apart /= APART.factor) {
    const colors = choose(bins, most, ({ solid }) => (solid >= least ? apart : THIN_APART));
    const far = bins.reduce(
      (sum, { color, solid }) => sum + (nearestDistance(color, colors) < near ** 2 ? 0 : solid),
      0,
    );
    const isLast = colors.length >= most || apart < APART.least;
    if (far > FAR_SHARE * solid && !isLast) continue;
    return far > MOST_FAR * solid ? undefined : settle(bins, colors, least);
  }
}

function nearestDistance(color: Color, colors: readonly Color[]): number {
  return distance(color, 0, colors[nearest(color, 0, colors)] ?? []);
}

/** The colours of all pixels but those between others, the most frequent solid ones first. */
function countColors({ values }: Bitmap, { between, solid }: Edges): Bin[] {
  const sums = new Map<number, { pixels: number; solid: number; readonly values: number[] }>();
  for (const [pixel, isBetween] of between.entries()) {
    if (isBetween) continue;
    const at = pixel * CHANNELS;
    let key = 0;
    for (let channel = 0; channel < CHANNELS; channel++)
      key = (key << (8 - BITS)) | ((values[at + channel] ?? 0) >> BITS);
    const sum = sums.get(key) ?? { pixels: 0, solid: 0, values: [0, 0, 0, 0] };
    if (sum.pixels === 0) sums.set(key, sum);
    sum.pixels++;
    sum.solid += solid[pixel] ?? 0;
    sum.values.forEach((value, channel) => {
      sum.values[channel] = value + (values[at + channel] ?? 0);
    });
  }
  return [...sums.values()]
    .map((sum) => ({ ...sum, color: sum.values.map((value) => value / sum.pixels) }))
    .sort((a, b) => b.solid - a.solid || b.pixels - a.pixels);
}

function choose(bins: readonly Bin[], most: number, apart: (bin: Bin) => number): Color[] {
  const colors: Color[] = [];
  for (const bin of bins) {
    if (colors.length >= most) break;
    if (bin.pixels > 1 && colors.every((color) => distance(color, 0, bin.color) > apart(bin) ** 2))
      colors.push(bin.color);
  }
  return colors.length > 0 ? colors : bins.slice(0, 1).map(({ color }) => color);
}

/** Moves colours to the middle of their pixels, and sorts them: transparent ones first, then by their area. */
function settle(bins: readonly Bin[], chosen: readonly Color[], least: number): Color[] {
  const sums = chosen.map(() => ({ pixels: 0, values: [0, 0, 0, 0] }));
  for (const { color, pixels } of bins) {
    const sum = sums[nearest(color, 0, chosen)];
    if (!sum) continue;
    sum.pixels += pixels;
    sum.values = sum.values.map((value, channel) => value + (color[channel] ?? 0) * pixels);
  }
  const frequent = sums.filter(({ pixels }) => pixels >= least);
  const colors = (frequent.length > 0 ? frequent : sums.filter(({ pixels }) => pixels > 0)).map(
    ({ pixels, values }) => ({ pixels, color: values.map((value) => value / pixels) }),
  );
  const isPainted = ({ color }: { readonly color: Color }) => Number(isOpaque(color));
  return colors.sort((a, b) => isPainted(a) - isPainted(b) || b.pixels - a.pixels).map(({ color }) => color);
}

/** Whether a colour is painted: paths are opaque. */
export function isOpaque(color: Color): boolean {
  return (color[3] ?? 0) >= HALF;
}
