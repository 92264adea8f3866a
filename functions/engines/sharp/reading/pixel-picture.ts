import sharp from 'sharp';
import { type Picture, STRICT, sharpPicture } from '../picture.ts';
import { type PixelTraits, wrapPixels } from '../png-container.ts';

/** Pixels without compression: 3 or 4 channels of 8 bits, top row first. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Buffer;
}

/** A picture of pixels that we decoded ourselves. */
export async function pixelPicture(bitmap: Bitmap, traits: PixelTraits = {}): Promise<Picture> {
  if (traits.icc || traits.exif || traits.xmp) return sharpPicture(wrapPixels(bitmap, traits));
  const { width, height, channels, data } = bitmap;
  const open = () => sharp(data, { ...STRICT, raw: { width, height, channels } });
  return { width, height, frames: 1, metadata: await open().metadata(), open };
}
