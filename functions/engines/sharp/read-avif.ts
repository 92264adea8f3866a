import { readFile } from 'node:fs/promises';
import { fileOfStill } from './film/still-of-film.ts';
import { checkStill } from './heif-boxes.ts';
import { heifLayerAvailable } from './heif-layer.ts';
import { type Reader, sharpPicture } from './picture.ts';
import { readHeifPictures } from './read-heif.ts';

/** Where a file says what it is first of all, and how one does that is first of all a film. */
const BRAND = 8;
const FILM = 'avis';

/** Reads the picture that stands for an AVIF, animated or not: by the layer, as sharp takes five times as long. */
export const readAvif: Reader = async (request) => {
  await checkStill(request.path, request.target);
  const still = { ...request, path: await fileOfStill(request.path, request.folder) };
  return (await heifLayerAvailable()) ? (await readHeifPictures(still)).slice(0, 1) : readWithSharp(still);
};

/** Of an animated one, the library would not look for that picture. */
const readWithSharp: Reader = async ({ path }) => [
  async () => {
    const file = await readFile(path);
    if (file.toString('latin1', BRAND, BRAND + FILM.length) !== FILM) return sharpPicture(path);
    file.write('avif', BRAND, 'latin1');
    return sharpPicture(file);
  },
];
