import sharp, { type Sharp } from 'sharp';
import { median } from '../office/pdf/page.ts';
import type { Bend, Warp } from './find-warp.ts';

/** What is done to the picture of a page: its bend is undone, then it is rotated clockwise by its skew or by right angles. */
export type Step = Warp;

/** Pixels of one or more channels. */
interface Raster {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
  readonly channels: 1 | 2 | 3 | 4;
}

/**
 * Makes the lines of a page straight and level. What gets into a picture in colours from outside has that of most of its
 * edge, so that a desk goes on there; for recognition it is white.
 * @param colours those of the result
 */
export async function dewarp(path: string, steps: readonly Step[], colours: 'b-w' | 'srgb'): Promise<Sharp> {
  let raster = await pixelsOf(sharp(path, { limitInputPixels: false }), colours);
  for (const { skew, bend } of steps) {
    const edge = colours === 'srgb' ? edgeOf(raster) : [255];
    if (bend) raster = unbend(raster, { skew, bend }, edge);
    const [r = 0, g = r, b = r] = edge;
    if (skew !== 0) raster = await pixelsOf(open(raster).rotate(skew, { background: { r, g, b } }), colours);
  }
  return open(raster);
}

async function pixelsOf(picture: Sharp, colours: 'b-w' | 'srgb'): Promise<Raster> {
  const { data, info } = await picture.toColourspace(colours).raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels };
}

const open = ({ data, width, height, channels }: Raster) =>
  sharp(data, { raw: { width, height, channels }, limitInputPixels: false });

/** The median of the pixels at the edges, in each channel. */
function edgeOf({ data, width, height, channels }: Raster): number[] {
  const across = Array.from({ length: width }, (_, x) => [x, (height - 1) * width + x]);
  const down = Array.from({ length: height }, (_, y) => [y * width, (y + 1) * width - 1]);
  const pixels = [...across, ...down].flat();
  return Array.from({ length: channels }, (_, channel) =>
    median(pixels.map((pixel) => data[pixel * channels + channel] ?? 0)),
  );
}

/** Makes lines straight and parallel: each column is stretched or compressed along the skew, as much as the page is higher there. */
function unbend({ data, width, height, channels }: Raster, { skew, bend }: Required<Warp>, edge: number[]): Raster {
  const flat = Buffer.alloc(data.length, Uint8Array.from(edge));
  const rise = Math.tan((skew * Math.PI) / 180);
  const higher = Float64Array.from({ length: width }, (_, x) => higherAt(x / (width / 2) - 1, bend));
  for (let y = 0, to = 0; y < height; y++)
    for (let x = 0; x < width; x++, to += channels) {
      const line = y - height / 2 + (x - width / 2) * rise;
      const from = y + line * (higher[x] ?? 0);
      const row = Math.floor(from);
      if (row < 0 || row + 1 >= height) continue;
      const [above, share] = [(row * width + x) * channels, from - row];
      for (let channel = 0; channel < channels; channel++) {
        const upper = data[above + channel] ?? 255;
        const lower = data[above + width * channels + channel] ?? 255;
        flat[to + channel] = Math.round(upper + (lower - upper) * share);
      }
    }
  return { data: flat, width, height, channels };
}

const higherAt = (x: number, [first, second, third]: Bend) => x * (first + x * (second + x * third));
