import sharp from 'sharp';
import type { Bitmap } from './dib.ts';
import { type Picture, STRICT, sharpPicture } from './picture.ts';
import { type PixelTraits, wrapPixels } from './png-container.ts';

/** A picture of pixels that we decoded ourselves. */
export async function pixelPicture(bitmap: Bitmap, traits: PixelTraits = {}): Promise<Picture> {
  if (traits.icc || traits.exif || traits.xmp) return sharpPicture(wrapPixels(bitmap, traits));
  const { width, height, channels, data } = bitmap;
  const open = () => sharp(data, { ...STRICT, raw: { width, height, channels } });
  return { width, height, frames: 1, metadata: await open().metadata(), open };
}
