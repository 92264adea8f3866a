import { unreadable } from '../unreadable.ts';
import { attribute, elements, resolvePath } from './markup.ts';
import type { BookFiles } from './read-book.ts';

/** The list of what is in a book, and where it lies. */
export interface BookContents {
  readonly text: string;
  readonly path: string;
}

/**
 * Reads the list of what is in a book (EPUB 3.3, 5).
 * @throws ConversionError UNREADABLE_FILE where there is none
 */
export function readContents(files: BookFiles): BookContents {
  const container = files.text('META-INF/container.xml') ?? '';
  const path = attribute(elements(container, 'rootfile')[0] ?? '', 'full-path') ?? '';
  const text = files.text(path);
  if (text === undefined) throw unreadable('the book has no list of contents');
  return { text, path };
}

/** The files of the chapters, in the order in which they are read, each once. */
export function chapterPaths({ text, path }: BookContents): Set<string> {
  const items = new Map(elements(text, 'item').map((item) => [attribute(item, 'id'), attribute(item, 'href')]));
  const spine = elements(text, 'itemref').map((reference) => items.get(attribute(reference, 'idref')));
  return new Set(spine.map((href) => resolvePath(path, href ?? '')));
}
