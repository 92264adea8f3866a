import { type Bitmap, CHANNELS } from './bitmap.ts';

/** A pixel between its neighbours has a dot product of the differences below this. */
const BETWEEN = -400;
/** The most that a pixel may differ from the ones around it, squared, to be solid. */
const SOLID = 24 ** 2;

/** What kinds of pixels a picture has. */
export interface Edges {
  /** 1 for a pixel whose colour is between those on either side, as smoothed edges have it. */
  readonly between: Uint8Array;
  /** 1 for a pixel of the same colour as all around it. */
  readonly solid: Uint8Array;
}

/** Finds the smoothed edges of a picture, and its areas of one colour. */
export function findEdges({ values, width, height }: Bitmap): Edges {
  const between = new Uint8Array(width * height);
  const solid = new Uint8Array(width * height);
  const isBetween = (pixel: number, step: number) => {
    let product = 0;
    for (let at = pixel * CHANNELS; at < (pixel + 1) * CHANNELS; at++) {
      const value = values[at] ?? 0;
      product += (value - (values[at - step * CHANNELS] ?? 0)) * (value - (values[at + step * CHANNELS] ?? 0));
    }
    return product < BETWEEN;
  };
  const isLike = (pixel: number, step: number) => {
    let sum = 0;
    for (let at = pixel * CHANNELS; at < (pixel + 1) * CHANNELS; at++)
      sum += ((values[at] ?? 0) - (values[at + step * CHANNELS] ?? 0)) ** 2;
    return sum <= SOLID;
  };
  const across = [1, width, width + 1, width - 1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const pixel = y * width + x;
      const isInner = [x > 0 && x < width - 1, y > 0 && y < height - 1] as const;
      const steps = isInner[0] && isInner[1] ? across : [...(isInner[0] ? [1] : []), ...(isInner[1] ? [width] : [])];
      if (steps.some((step) => isBetween(pixel, step))) between[pixel] = 1;
      else if (steps === across && across.every((step) => isLike(pixel, step) && isLike(pixel, -step)))
        solid[pixel] = 1;
    }
  }
  return { between, solid };
}
