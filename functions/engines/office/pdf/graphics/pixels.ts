import sharp from 'sharp';
import { STRICT } from '../../../sharp/picture.ts';

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
  /** Pixels to a point. */
  readonly scale: number;
}

/** Reads a page that poppler has rendered. */
export async function readPixels(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path, STRICT).raw().toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`a rendered page of ${info.channels} channels`);
  return { width: info.width, height: info.height, data };
}

/** Writes a part of a picture as a PNG file, and returns its size in bytes. */
export async function writePart(
  { width, height, data }: Pixels,
  part: { left: number; top: number; width: number; height: number },
  path: string,
): Promise<number> {
  const picture = sharp(data, { raw: { width, height, channels: 3 } });
  return (await picture.extract(part).png({ adaptiveFiltering: true }).toFile(path)).size;
}
