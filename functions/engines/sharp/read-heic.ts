import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { checkStill } from './heif-boxes.ts';
import { HeifFile } from './heif-file.ts';
import { checkPages, checkSize } from './limits.ts';
import type { Reader } from './picture.ts';
import { pixelPicture } from './pixel-picture.ts';
import { unreadable } from './unreadable.ts';

/** Primaries of SMPTE EG 432-1 (ITU-T H.273). */
const DISPLAY_P3 = 12;

/**
 * Reads HEIC photos with libheif, which applies rotation and mirroring by itself: the orientation that their EXIF
 * may repeat must not be applied again.
 */
export const readHeic: Reader = async ({ path, target }) => {
  await checkStill(path, target);
  const images = new HeifFile(await readFile(path)).images();
  if (images.length === 0) throw unreadable('no picture in the file');
  checkPages(images.length);
  return images.map((image) => async () => {
    checkSize({ ...image, frames: 1 }, target);
    const traits = image.traits();
    const icc = traits.icc ?? (image.primaries() === DISPLAY_P3 ? await displayP3() : undefined);
    return pixelPicture(image.decode(), { ...traits, icc });
  });
};

/** The profile for pictures that say by a number only that their colours are those of Display P3. */
async function displayP3(): Promise<Buffer | undefined> {
  const dot = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  return (await sharp(await dot.withIccProfile('p3').png().toBuffer()).metadata()).icc;
}
