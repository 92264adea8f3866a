import sharp from 'sharp';
import { STRICT } from '../../../sharp/picture.ts';
import type { Box } from '../page.ts';

/** The RGB pixels of a picture. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A colour of three bytes as documents write it. */
export const hexOf = (color: number) => `#${color.toString(16).padStart(6, '0')}`;

/** What is drawn on a page, without its words. */
export interface Ground {
  readonly pixels: Pixels;
  /** What pictures are cut from. @default the pixels */
  readonly pictures?: Pixels;
  /** Pixels to a point. */
  readonly scale: number;
}

/** A part of a picture, in pixels; right and bottom are behind the last. */
export interface PixelBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The pixels of a page that a box of points touches. */
export function outerBox({ left, right, top, bottom }: Box, { width, height }: Pixels, scale: number): PixelBox {
  return {
    left: Math.max(0, Math.floor(left * scale)),
    right: Math.min(width, Math.ceil(right * scale)),
    top: Math.max(0, Math.floor(top * scale)),
    bottom: Math.min(height, Math.ceil(bottom * scale)),
  };
}

/** A box of pixels in points. */
export const inPoints = ({ left, top, right, bottom }: PixelBox, scale: number): Box => ({
  left: left / scale,
  top: top / scale,
  right: right / scale,
  bottom: bottom / scale,
});

/** The colour of a pixel as a number of three bytes; white outside of the picture. */
export function colourAt({ width, height, data }: Pixels, x: number, y: number): number {
  if (x < 0 || y < 0 || x >= width || y >= height) return 0xffffff;
  const at = (y * width + x) * 3;
  return ((data[at] ?? 255) << 16) | ((data[at + 1] ?? 255) << 8) | (data[at + 2] ?? 255);
}

/** The colours of a part of a picture at so many places in each direction. */
export function coloursIn(pixels: Pixels, { left, top, right, bottom }: PixelBox, places: number): number[] {
  const at = (start: number, end: number, index: number) =>
    Math.floor(start + ((index + 0.5) / places) * (end - start));
  return Array.from({ length: places ** 2 }, (_, index) =>
    colourAt(pixels, at(left, right, index % places), at(top, bottom, Math.floor(index / places))),
  );
}

/** The most frequent of some colours, and how often it comes. */
export function mostOf(colours: readonly number[]): { readonly colour: number; readonly count: number } {
  const counts = new Map<number, number>();
  let most = { colour: colours[0] ?? 0, count: 0 };
  for (const colour of colours) {
    const count = (counts.get(colour) ?? 0) + 1;
    counts.set(colour, count);
    if (count > most.count) most = { colour, count };
  }
  return most;
}

/** By how much two colours differ in the channel in which they do most, of 255. */
export function differenceOf(a: number, b: number): number {
  const channel = (shift: number) => Math.abs(((a >> shift) & 255) - ((b >> shift) & 255));
  return Math.max(channel(16), channel(8), channel(0));
}

/** Reads a page that poppler has rendered. */
export async function readPixels(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path, STRICT).raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`a rendered page of ${info.channels} channels`);
  return { width: info.width, height: info.height, data };
}

/** A part of a picture. */
export function cutPixels({ width, data }: Pixels, { left, right, top, bottom }: PixelBox): Pixels {
  const row = (right - left) * 3;
  const part = new Uint8Array(row * (bottom - top));
  for (let y = top; y < bottom; y++) {
    const from = (y * width + left) * 3;
    part.set(data.subarray(from, from + row), (y - top) * row);
  }
  return { width: right - left, height: bottom - top, data: part };
}

/** Writes a part of a picture as a PNG file, and returns its size in bytes. */
export async function writePart(
  { width, height, data }: Pixels,
  { left, right, top, bottom }: PixelBox,
  path: string,
): Promise<number> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  const part = picture.extract({ left, top, width: right - left, height: bottom - top });
  return (await part.png({ adaptiveFiltering: true }).toFile(path)).size;
}

/** Whether a row of pixels is the same as the one before it. @param row bytes of a row */
export function isLikeBefore(data: Uint8Array, y: number, row: number): boolean {
  const at = y * row;
  return Buffer.compare(data.subarray(at - row, at), data.subarray(at, at + row)) === 0;
}
