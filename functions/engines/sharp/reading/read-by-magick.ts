import { type CoderPath, type MagickReading, readByMagick } from '../../imagemagick/run-magick.ts';
import { readHead } from '../../read-head.ts';
import { unreadableFile } from '../../refusals.ts';
import type { Picture, Reader, ReadRequest } from '../picture.ts';
import { chooseIcon } from './read-icons.ts';
import { readTiff, withoutAlpha } from './read-tiff.ts';

/** Reads a picture with ImageMagick. */
export async function readMagick(request: ReadRequest, source: CoderPath, reading?: MagickReading) {
  return readTiff({ ...request, path: await readByMagick(source, request.folder, reading) });
}

/** The size of the header of OS/2 2, and the most bits of a pixel with a palette. */
const [OS2_HEADER, MOST_PALETTE_BITS] = [64, 8];

/** Reads a bitmap, but not one of OS/2 2 with a palette, which ImageMagick reads as if its colours had three bytes. */
export const readBmp: Reader = async (request) => {
  const head = await readHead(request.path, 30);
  if (head.length === 30 && head.readUInt32LE(14) === OS2_HEADER && head.readUInt16LE(28) <= MOST_PALETTE_BITS)
    throw unreadableFile(
      'The bitmap is of OS/2 2 with a palette, which cannot be read. Save it anew as PNG.',
      'OS/2 2',
    );
  const pictures = await readMagick(request, `bmp:${request.path}[0]`);
  return pictures.map((open) => async () => withoutEmptyAlpha(await open()));
};

/** Takes a bitmap for opaque that would be all transparent, as browsers do: programs leave the alpha channel zero. */
async function withoutEmptyAlpha(picture: Picture): Promise<Picture> {
  const alpha = picture.metadata.hasAlpha ? (await picture.open().stats()).channels.at(-1) : undefined;
  return alpha?.max === 0 ? withoutAlpha(picture) : picture;
}

/** Reads the best picture of an icon or a cursor. */
const readIconAs =
  (coder: 'ico' | 'cur'): Reader =>
  async (request) =>
    readMagick(request, `${coder}:${request.path}[${await chooseIcon(request.path)}]`);

export const readIco = readIconAs('ico');
export const readCur = readIconAs('cur');
