import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSource } from '../limits.ts';
import type { Reader } from '../picture.ts';
import { readTiff } from '../reading/read-tiff.ts';
import { readDocument } from './read-document.ts';
import { writeTiff } from './write-tiff.ts';

/** Reads the picture of a Photoshop document as a TIFF, which can say all of it: ImageMagick takes selections for transparency. */
export const readPhotoshop: Reader = async (request) => {
  const document = readDocument(await readFile(request.path));
  checkSource({ ...document, frames: 1 }, request.target);
  const path = join(request.folder, 'document.tiff');
  await writeTiff(document, path);
  return readTiff({ ...request, path });
};
