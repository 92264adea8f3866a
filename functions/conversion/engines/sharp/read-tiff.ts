import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { labToSrgb } from './lab.ts';
import { checkPages, checkSize } from './limits.ts';
import { type Picture, type Reader, STRICT, sharpPicture } from './picture.ts';
import { pixelPicture } from './pixel-picture.ts';
import { listTiffPages, type TiffPage } from './tiff-directories.ts';
import { normaliseSamples } from './tiff-samples.ts';

/** The decoder warns of every tag it does not know, which most cameras and scanners write; errors it tells apart. */
const FAIL_ON = 'error';
const PHOTOMETRIC_RGB = 2;

/** Reads a TIFF: each of its pages is a picture. */
export const readTiff: Reader = async ({ path, target }) => {
  const pages = await listTiffPages(path);
  checkPages(pages.length);
  return pages.map((page) => async () => {
    const lab = page.labAt === undefined ? undefined : await readLab(path, page, page.labAt);
    const picture = lab ?? (await sharpPicture(path, { page: page.index, failOn: FAIL_ON }));
    checkSize(picture, target);
    return normaliseSamples(picture);
  });
};

/**
 * CIELab in 8 bits, which the decoder fails at: it is told that it were RGB, and the colours are converted here.
 * @returns nothing when it is deeper, which the decoder can do by itself
 */
async function readLab(path: string, { index }: TiffPage, labAt: number): Promise<Picture | undefined> {
  const file = await readFile(path);
  const little = file.toString('latin1', 0, 2) === 'II';
  if (little) file.writeUInt16LE(PHOTOMETRIC_RGB, labAt);
  else file.writeUInt16BE(PHOTOMETRIC_RGB, labAt);
  const options = { ...STRICT, failOn: FAIL_ON, page: index, ignoreIcc: true } as const;
  const metadata = await sharp(file, options).metadata();
  if (metadata.depth !== 'uchar' || metadata.channels !== 3) return undefined;
  const { data, info } = await sharp(file, { ...options, autoOrient: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  labToSrgb(data);
  return pixelPicture({ width: info.width, height: info.height, channels: 3, data });
}
