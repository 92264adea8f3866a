/** Values of a pixel: red, green, blue, and opacity. */
export const CHANNELS = 4;

/** The opacity from which a pixel or a colour is painted, and the brightness from which it is white: paths are opaque. */
export const HALF = 128;

/** A picture with premultiplied values, from 0 to 255. */
export interface Bitmap {
  readonly values: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A premultiplied colour: red, green, blue, opacity, from 0 to 255. */
export type Color = readonly number[];

/** @param data pixels of red, green, blue and opacity, not premultiplied */
export function premultiply(data: Uint8Array, width: number, height: number): Bitmap {
  const values = Uint8Array.from(data);
  for (let at = 0; at < values.length; at += CHANNELS) {
    const opacity = (values[at + 3] ?? 0) / 255;
    if (opacity < 1)
      for (let channel = 0; channel < 3; channel++)
        values[at + channel] = Math.round((values[at + channel] ?? 0) * opacity);
  }
  return { values, width, height };
}

/** The square of the distance from a pixel to a colour. */
export function distance(values: ArrayLike<number>, at: number, color: ArrayLike<number>): number {
  let sum = 0;
  for (let channel = 0; channel < CHANNELS; channel++)
    sum += ((values[at + channel] ?? 0) - (color[channel] ?? 0)) ** 2;
  return sum;
}

/** @returns the index of the nearest colour */
export function nearest(values: ArrayLike<number>, at: number, colors: readonly Color[]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, color] of colors.entries()) {
    const far = distance(values, at, color);
    if (far < least) [best, least] = [index, far];
  }
  return best;
}
