import type { Entry, FileEntry } from '../bsdtar/entry.ts';
import { isSystemFile, naturalOrder } from '../natural-order.ts';
import { unreadableFile } from '../refusals.ts';
import { checkPages } from '../sharp/limits.ts';

const PICTURE = /\.(?:jpe?g|jpe|jfif|png|gif|webp|bmp|tiff?|avif)$/i;

/**
 * The pages of a comic book: its pictures in natural order, folder by folder.
 * @throws ConversionError UNREADABLE_FILE where there are none, TOO_COMPLEX
 */
export function comicPages(entries: readonly Entry[]): FileEntry[] {
  const pictures = entries
    .filter((entry) => entry.kind === 'file')
    .filter(({ name }) => PICTURE.test(name) && !isSystemFile(name));
  if (pictures.length === 0) throw unreadableFile('The file has no pictures, which are the pages of a comic.');
  checkPages(pictures.length);
  return naturalOrder(pictures);
}
