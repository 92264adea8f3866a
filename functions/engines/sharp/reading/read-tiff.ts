import { constants, copyFile, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import { labToSrgb } from '../colors/lab.ts';
import { checkPages, checkSource } from '../limits.ts';
import { type Picture, type Reader, STRICT, sharpPicture } from '../picture.ts';
import { unreadable, unreadableKind } from '../unreadable.ts';
import { pixelPicture } from './pixel-picture.ts';
import { refuseAny } from './read-jpeg.ts';
import { isolatePage, listTiffPages, type Misread, type OldJpeg, type TiffPage } from './tiff-directories.ts';
import { normaliseSamples } from './tiff-samples.ts';

/** The decoder warns of every tag it does not know, which most cameras and scanners write; errors it tells apart. */
const FAIL_ON = 'error';
const PHOTOMETRIC_RGB = 2;
/** How every JPEG begins. */
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);
/** So many pages are opened where they lie. */
const FEW_PAGES = 8;

/** What is said of pages of which the library makes another picture. */
const MISREAD: Readonly<Record<Misread, string>> = {
  'old JPEG':
    'The TIFF holds a JPEG of the old kind (compression 6) that is not whole in one piece, such as one in strips, which cannot be read. Save it anew with another compression, such as LZW.',
  planes:
    'The TIFF holds brightness and colour differences in planes of their own, which cannot be read. Save it anew with its channels interleaved.',
};

/** Reads a TIFF: each of its pages is a picture. */
export const readTiff: Reader = async ({ path, target, folder }) => {
  const pages = await listTiffPages(path);
  checkPages(pages.length);
  const copy = pages.length > FEW_PAGES ? await copyOf(path, folder) : undefined;
  return pages.map((page) => async () => {
    if (page.misread) throw unreadableKind(MISREAD[page.misread], 'a kind of TIFF that the library misreads');
    if (page.oldJpeg) return readOldJpeg(path, page.oldJpeg, target);
    const lab = page.labAt === undefined ? undefined : await readLab(path, page, page.labAt);
    const picture = lab ?? (await openPage(page, path, copy));
    checkSource(picture, target);
    return normaliseSamples(page.opaque ? withoutAlpha(picture) : picture);
  });
};

/** A page that is a JPEG, whole and of the size that is said: of others, the decoder would miss tables or rows. */
async function readOldJpeg(path: string, { at, length, ...said }: OldJpeg, target: FormatName): Promise<Picture> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length || !buffer.subarray(0, JPEG.length).equals(JPEG))
      throw unreadableKind(MISREAD['old JPEG'], 'no JPEG in the TIFF');
    const picture = await sharpPicture(buffer);
    const { width, height, metadata } = picture;
    if (width !== said.width || height !== said.height || metadata.channels !== said.channels)
      throw unreadable(`a JPEG of ${width} x ${height} x ${metadata.channels} for ${Object.values(said)}`);
    checkSource(picture, target);
    return { ...picture, judge: refuseAny };
  } finally {
    await file.close();
  }
}

async function copyOf(path: string, folder: string): Promise<string> {
  const copy = join(folder, 'pages.tiff');
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  return copy;
}

/** What the decoder says of a JPEG in the file that ends before its end: the rest of it is grey. */
const JPEG_ENDS_EARLY = /premature end of data segment|Premature end of JPEG/i;

/** Lines of a fax that are wrong are few and white, and runs that end behind their strip lose nothing: those pass. */
function refuseEarlyEnd(warnings: readonly string[]): void {
  if (warnings.some((warning) => JPEG_ENDS_EARLY.test(warning))) throw unreadable(warnings);
}

/** Of many pages, each is opened as the only one of its file: the one before has been written by then. */
async function openPage(page: TiffPage, path: string, copy: string | undefined): Promise<Picture> {
  if (copy) await isolatePage(copy, page);
  const picture = copy
    ? await sharpPicture(copy, { failOn: FAIL_ON })
    : await sharpPicture(path, { page: page.index, failOn: FAIL_ON });
  return { ...picture, judge: refuseEarlyEnd };
}

/** The same picture without what the library takes for its transparency. */
function withoutAlpha(picture: Picture): Picture {
  const { metadata } = picture;
  if (!metadata.hasAlpha) return picture;
  return { ...picture, metadata: { ...metadata, hasAlpha: false }, open: () => picture.open().removeAlpha() };
}

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
