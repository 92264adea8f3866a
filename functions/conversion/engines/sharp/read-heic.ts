import { readFile } from 'node:fs/promises';
import { HeifFile } from './heif-file.ts';
import { checkPages, checkSize } from './limits.ts';
import type { Reader } from './picture.ts';
import { pixelPicture } from './pixel-picture.ts';
import { unreadable } from './unreadable.ts';

/**
 * Reads HEIC photos with libheif, which applies rotation and mirroring by itself: the orientation that their EXIF
 * may repeat must not be applied again.
 */
export const readHeic: Reader = async ({ path, target }) => {
  const images = new HeifFile(await readFile(path)).images();
  if (images.length === 0) throw unreadable('no picture in the file');
  checkPages(images.length);
  return images.map((image) => async () => {
    checkSize({ ...image, frames: 1 }, target);
    const picture = await pixelPicture(image.decode(), image.traits());
    return { ...picture, width: image.width, height: image.height };
  });
};
