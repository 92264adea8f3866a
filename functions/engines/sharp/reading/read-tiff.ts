import { constants, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { layerAvailable } from '../../../sandbox/layer.ts';
import { type CoderPath, readByMagick } from '../../imagemagick/run-magick.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkPages, checkSource } from '../limits.ts';
import { type Picture, type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { isolatePage, listTiffPages, type Misread, type TiffPage } from './tiff-directories.ts';
import { normaliseSamples } from './tiff-samples.ts';

/** The decoder warns of every tag it does not know, which most cameras and scanners write; errors it tells apart. */
const FAIL_ON = 'error';
/** So many pages are opened where they lie. */
const FEW_PAGES = 8;

/** What is said of pages of which the libraries make another picture. */
const MISREAD: Readonly<Record<Misread, string>> = {
  'old JPEG':
    'The TIFF holds a JPEG of the old kind (compression 6) that is turned, or neither grey nor YCbCr, which cannot be read. Save it anew with another compression, such as LZW.',
  planes:
    'The TIFF holds brightness and colour differences in planes of their own, which cannot be read. Save it anew with its channels interleaved.',
};

/** Reads a TIFF: each of its pages is a picture. */
export const readTiff: Reader = async ({ path, target, folder }) => {
  const pages = await listTiffPages(path);
  checkPages(pages.length);
  const copy = pages.length > FEW_PAGES ? await copyOf(path, folder) : undefined;
  return pages.map((page) => async () => {
    if (page.misread) throw unreadableFile(MISREAD[page.misread], 'a kind of TIFF that the library misreads');
    const picture = (await isForMagick(path, page))
      ? await openByMagick(`tiff:${path}[${page.index}]`, folder)
      : await openPage(page, path, copy);
    checkSource(picture, target);
    return normaliseSamples(page.opaque ? withoutAlpha(picture) : picture);
  });
};

/** The library fails at CIELab of 8 bits and at tiles of single channels, and makes an empty picture of JPEG of the old kind. */
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
      'The TIFF holds CIELab colours, tiles of single channels or a JPEG of the old kind. Convert it to PNG first.',
      'no layer',
    );
  return sharpPicture(await readByMagick(page, folder, { args: ['-colorspace', 'sRGB'] }), { failOn: FAIL_ON });
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
  return { ...picture, checkWarnings: refuseEarlyEnd };
}

/** The same picture without what the library takes for its transparency. */
function withoutAlpha(picture: Picture): Picture {
  const { metadata } = picture;
  if (!metadata.hasAlpha) return picture;
  return { ...picture, metadata: { ...metadata, hasAlpha: false }, open: () => picture.open().removeAlpha() };
}
