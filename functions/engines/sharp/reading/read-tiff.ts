import { readByMagick } from '../../imagemagick/run-magick.ts';
import { unreadableFile } from '../../refusals.ts';
import { checkPages, checkSize } from '../limits.ts';
import { type Picture, type Reader, type ReadRequest, sharpPicture } from '../picture.ts';
import { isUnsupported } from '../unreadable.ts';
import { listTiffPages, type TiffPage } from './tiff-directories.ts';

/** Sample types that libvips reads but does not scale to the range of a screen, as instruments write them. */
const UNSCALED: readonly string[] = ['uint', 'int', 'short', 'char', 'float', 'double'];

/** Reads a TIFF: each of its pages is a picture. */
export const readTiff: Reader = async (request) => {
  const pages = listTiffPages(request.path);
  checkPages(pages.length);
  return pages.map((page) => async () => {
    const picture = await openPage(page, request);
    checkSize(picture);
    return page.opaque ? withoutAlpha(picture) : picture;
  });
};

async function openPage(page: TiffPage, request: ReadRequest): Promise<Picture> {
  if (page.notByVips) return openByMagick(page, request);
  // The decoder warns of every unknown tag, which most cameras and scanners write: only errors count.
  const opened = sharpPicture(request.path, { page: page.index, failOn: 'error' });
  const picture = await opened.catch((error: unknown) => {
    // What libvips lacks says more to the client than that ImageMagick failed as well.
    if (isUnsupported(error)) return openByMagick(page, request).catch(() => Promise.reject(error));
    throw error;
  });
  if (UNSCALED.includes(picture.metadata.depth))
    throw unreadableFile(
      'The TIFF has signed samples, or samples of 32 bits, which cannot be read. Save it anew with 8 or 16 bits a channel.',
      picture.metadata.depth,
    );
  return picture;
}

/** ImageMagick reads what libvips does not: Lab colours, 10 or 12 bits, planes, old-style JPEG compression. */
async function openByMagick({ index, isLab }: TiffPage, { path, folder }: ReadRequest): Promise<Picture> {
  const args = isLab ? ['-colorspace', 'sRGB', '+profile', 'icc'] : [];
  return sharpPicture(await readByMagick(`tiff:${path}[${index}]`, folder, { args, depth: 16 }));
}

/** Removes the channel that the library takes for alpha. */
export function withoutAlpha(picture: Picture): Picture {
  const { metadata } = picture;
  if (!metadata.hasAlpha) return picture;
  return { ...picture, metadata: { ...metadata, hasAlpha: false }, open: () => picture.open().removeAlpha() };
}
