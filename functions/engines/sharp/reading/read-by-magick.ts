import { type CoderPath, type MagickReading, readByMagick } from '../../imagemagick/run-magick.ts';
import type { Reader, ReadRequest } from '../picture.ts';
import { chooseIcon } from './read-icons.ts';
import { readTiff } from './read-tiff.ts';

/** A reader that decodes with ImageMagick. */
const byMagick =
  (coder: 'bmp' | 'ico' | 'cur', indexOf?: (path: string) => Promise<number>): Reader =>
  async (request) => {
    const index = (await indexOf?.(request.path)) ?? 0;
    return readMagick(request, `${coder}:${request.path}[${index}]`);
  };

/** Reads a picture with ImageMagick. */
export async function readMagick(request: ReadRequest, source: CoderPath, reading?: MagickReading) {
  return readTiff({ ...request, path: await readByMagick(source, request.folder, reading) });
}

export const readBmp = byMagick('bmp');
export const readIco = byMagick('ico', chooseIcon);
export const readCur = byMagick('cur', chooseIcon);
