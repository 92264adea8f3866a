import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { layerAvailable } from '../../../sandbox/layer.ts';
import { type CoderPath, readByMagick } from '../../imagemagick/run-magick.ts';
import { patchFile } from '../../patch-file.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkPages, checkSource } from '../limits.ts';
import { type Picture, type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { isolatePage, listTiffPages, type Misread, type TiffPage } from './tiff-directories.ts';
import { normaliseSamples, scaleSigned } from './tiff-samples.ts';

/** The decoder warns of every unknown tag, which most cameras and scanners write: only errors count. */
const FAIL_ON = 'error';
/** Up to this many pages are opened in the file itself. */
const FEW_PAGES = 8;

/** The messages about pages that the libraries decode wrongly. */
const MISREAD: Readonly<Record<Misread, string>> = {
  'old JPEG':
    'The TIFF has old-style JPEG compression (6) and is rotated, or neither grey nor YCbCr, which cannot be read. Save it anew with another compression, such as LZW.',
  planes: 'The TIFF has YCbCr in separate planes, which cannot be read. Save it anew with interleaved channels.',
};

/** Reads a TIFF: each of its pages is a picture. */
export const readTiff: Reader = async ({ path, target, folder }) => {
  const pages = await listTiffPages(path);
  checkPages(pages.length);
  const copy = pages.length > FEW_PAGES ? await copyOf(path, folder) : undefined;
  return pages.map((page) => async () => {
    if (page.misread) throw unreadableFile(MISREAD[page.misread], 'a TIFF that the library misreads');
    const picture = (await isForMagick(path, page))
      ? await openByMagick(`tiff:${path}[${page.index}]`, folder)
      : await openPage(page, copy ?? (page.signedAt === undefined ? path : await copyOf(path, folder)), copy);
    checkSource(picture, target);
    if (page.signedAt !== undefined) return scaleSigned(picture);
    return normaliseSamples(page.opaque ? withoutAlpha(picture) : picture);
  });
};

/** Whether ImageMagick has to decode a page: sharp fails at CIELab of 8 bits and at planar tiles, and makes an empty picture of old-style JPEG. */
async function isForMagick(path: string, { index, lab, oldJpeg, tiledPlanes }: TiffPage): Promise<boolean> {
  if (!lab) return oldJpeg || tiledPlanes;
  return sharp(path, { page: index, limitInputPixels: false })
    .metadata()
    .then(
      () => false,
      () => true,
    );
}

async function openByMagick(page: CoderPath, folder: string): Promise<Picture> {
  if (!layerAvailable('imagemagick'))
    throw unreadableFile(
      'The TIFF has CIELab colours, planar tiles or old-style JPEG compression. Convert it to PNG first.',
      'no layer',
    );
  return sharpPicture(await readByMagick(page, folder, { args: ['-colorspace', 'sRGB'] }), { failOn: FAIL_ON });
}

async function copyOf(path: string, folder: string): Promise<string> {
  const copy = join(folder, 'pages.tiff');
  await copyFile(path, copy, constants.COPYFILE_FICLONE);
  return copy;
}

/** The decoder's warning about a truncated JPEG in the file, whose rest becomes grey. */
const JPEG_ENDS_EARLY = /premature end of data segment|Premature end of JPEG/i;

/** Refuses truncated JPEG data. Other warnings pass: faulty fax lines are few and white, and overlong runs lose nothing. */
function refuseEarlyEnd(warnings: readonly string[]): void {
  if (warnings.some((warning) => JPEG_ENDS_EARLY.test(warning))) throw unreadable(warnings);
}

/** Opens a page; of many, each as the only one of the copy, since the one before has been written. */
async function openPage(page: TiffPage, path: string, copy: string | undefined): Promise<Picture> {
  if (copy) await isolatePage(copy, page);
  const { signedAt, directory } = page;
  if (signedAt !== undefined) await patchFile(path, [signedAt, Buffer.from(directory.little ? [1, 0] : [0, 1])]);
  const picture = copy
    ? await sharpPicture(copy, { failOn: FAIL_ON })
    : await sharpPicture(path, { page: page.index, failOn: FAIL_ON });
  return { ...picture, checkWarnings: refuseEarlyEnd };
}

/** Removes the channel that the library takes for alpha. */
function withoutAlpha(picture: Picture): Picture {
  const { metadata } = picture;
  if (!metadata.hasAlpha) return picture;
  return { ...picture, metadata: { ...metadata, hasAlpha: false }, open: () => picture.open().removeAlpha() };
}
