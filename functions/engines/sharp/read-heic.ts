import { readFile } from 'node:fs/promises';
import { profileOf } from './display-p3.ts';
import { fileOfStill } from './film/still-of-film.ts';
import { checkStill } from './heif-boxes.ts';
import { HeifFile } from './heif-file.ts';
import { heifLayerAvailable } from './heif-layer.ts';
import { checkPages, checkSource } from './limits.ts';
import type { Reader } from './picture.ts';
import { pixelPicture } from './pixel-picture.ts';
import { readHeifPictures } from './read-heif.ts';
import { unreadable } from './unreadable.ts';

/** Reads HEIC photos with libheif. There are two of it: the one of the layer, and a slower one in WebAssembly. */
export const readHeic: Reader = async (request) => {
  await checkStill(request.path, request.target);
  const still = { ...request, path: await fileOfStill(request.path, request.folder) };
  return (await heifLayerAvailable()) ? readHeifPictures(still) : readWithWebAssembly(still);
};

const readWithWebAssembly: Reader = async ({ path, target }) => {
  const images = new HeifFile(await readFile(path)).images();
  if (images.length === 0) throw unreadable('no picture in the file');
  checkPages(images.length);
  return images.map((image) => async () => {
    checkSource({ ...image, frames: 1 }, target);
    const traits = image.traits();
    const icc = traits.icc ?? (await profileOf(image.primaries()));
    return pixelPicture(image.decode(), { ...traits, icc });
  });
};
