import { readFile } from 'node:fs/promises';
import { checkStill } from './heif-boxes.ts';
import { type Reader, sharpPicture } from './picture.ts';

/** Where a file says what it is first of all, and how one does that is first of all a film. */
const BRAND = 8;
const FILM = 'avis';

/** Reads an AVIF; of an animated one, the picture that stands for it, which the library would not look for. */
export const readAvif: Reader = async ({ path, target }) => {
  await checkStill(path, target);
  return [
    async () => {
      const file = await readFile(path);
      if (file.toString('latin1', BRAND, BRAND + FILM.length) !== FILM) return sharpPicture(path);
      file.write('avif', BRAND, 'latin1');
      return sharpPicture(file);
    },
  ];
};
