import { ConversionError } from '../../conversion/errors.ts';
import type { Entry, FileEntry } from '../bsdtar/entry.ts';
import { checkPages } from '../sharp/limits.ts';

const PICTURE = /\.(?:jpe?g|jpe|jfif|png|gif|webp|bmp|tiff?|avif)$/i;
/** What systems leave in archives beside what was put there. */
const LEFT_BEHIND = /(?:^|\/)(?:__MACOSX\/|\.)/;

const COLLATOR = new Intl.Collator('en', { numeric: true });

/**
 * The pages of a comic book: its pictures, in the order in which people number them, folder by folder.
 * @throws ConversionError UNREADABLE_FILE where there are none, TOO_COMPLEX
 */
export function comicPages(entries: readonly Entry[]): FileEntry[] {
  const pictures = entries.filter((entry) => entry.kind === 'file' && isPage(entry.name)) as FileEntry[];
  if (pictures.length === 0)
    throw new ConversionError('UNREADABLE_FILE', 'There are no pictures in the file, which the pages of a comic are.');
  checkPages(pictures.length);
  const named = pictures.map((page) => ({ page, names: page.name.split('/') }));
  return named.sort((one, other) => compare(one.names, other.names)).map(({ page }) => page);
}

/** Whether a file of an archive is a page, by its name. */
export function isPage(name: string): boolean {
  return PICTURE.test(name) && !LEFT_BEHIND.test(name);
}

function compare(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((name, index) => name !== other[index]);
  const [name = '', against = ''] = [one[at], other[at]];
  return COLLATOR.compare(name, against) || (name < against ? -1 : Number(name > against));
}
