import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { holdsDepth } from './appearance.ts';
import { profileOf } from './display-p3.ts';
import { resetOrientation } from './exif.ts';
import { checkStill } from './heif-boxes.ts';
import { HeifFile } from './heif-file.ts';
import { type HeifReading, heifLayerAvailable, readHeif } from './heif-layer.ts';
import { checkPages, checkSource } from './limits.ts';
import { type Picture, type Reader, sharpPicture } from './picture.ts';
import { pixelPicture } from './pixel-picture.ts';
import { unreadable } from './unreadable.ts';
import { finishVipsFile } from './vips-file.ts';

/**
 * Reads HEIC photos with libheif, which applies rotation and mirroring by itself: the orientation that their EXIF
 * may repeat must not be applied again. There are two of it: the one of the layer, and a slower one in WebAssembly.
 */
export const readHeic: Reader = async (request) => {
  await checkStill(request.path, request.target);
  return (await heifLayerAvailable()) ? readWithLayer(request) : readWithWebAssembly(request);
};

const readWithLayer: Reader = async ({ path, target, quality, folder }) => {
  const order = { path, deep: holdsDepth(target, quality), folder: join(folder, 'heif') };
  let first: HeifReading | undefined = await readHeif({ ...order, index: 0 });
  const { images } = first;
  checkPages(images.length);
  return images.map((_, index) => async () => {
    // The one before has been written by now.
    const reading = first ?? (await readHeif({ ...order, index }));
    first = undefined;
    return pictureOf(reading, images[index] ?? [0, 0], target, order.folder);
  });
};

async function pictureOf(
  { pixels, written, primaries, traits }: HeifReading,
  [width, height]: readonly [number, number],
  target: FormatName,
  folder: string,
): Promise<Picture> {
  checkSource({ width, height, frames: 1 }, target);
  if (!written) throw unreadable('no pixels were written');
  const icc = traits.icc ?? (await profileOf(primaries));
  const exif = traits.exif && traits.exif.length > 8 ? resetOrientation(traits.exif) : undefined;
  await finishVipsFile(pixels, written, { ...traits, icc, exif }, folder);
  return { ...(await sharpPicture(pixels)), profiled: true };
}

const readWithWebAssembly: Reader = async ({ path, target }) => {
  const images = new HeifFile(await readFile(path)).images();
  if (images.length === 0) throw unreadable('no picture in the file');
  checkPages(images.length);
  return images.map((image) => async () => {
    checkSource({ ...image, frames: 1 }, target);
    const traits = image.traits();
    const icc = traits.icc ?? (await profileOf(image.primaries()));
    return { ...(await pixelPicture(image.decode(), { ...traits, icc })), profiled: true };
  });
};
