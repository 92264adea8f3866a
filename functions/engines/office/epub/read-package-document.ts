import { unreadable } from '../unreadable.ts';
import { attribute, elements, resolvePath } from './markup.ts';
import type { BookFiles } from './read-book.ts';

/** The package document of a book, and its path. */
export interface PackageDocument {
  readonly text: string;
  readonly path: string;
}

/**
 * Reads the package document of a book (EPUB 3.3, 5).
 * @throws ConversionError UNREADABLE_FILE where there is none
 */
export function readPackageDocument(files: BookFiles): PackageDocument {
  const container = files.text('META-INF/container.xml') ?? '';
  const path = attribute(elements(container, 'rootfile')[0] ?? '', 'full-path') ?? '';
  const text = files.text(path);
  if (text === undefined) throw unreadable('the book has no package document');
  return { text, path };
}

/** The paths of the chapters in the order of the spine, each once. */
export function chapterPaths({ text, path }: PackageDocument): Set<string> {
  const items = new Map(elements(text, 'item').map((item) => [attribute(item, 'id'), attribute(item, 'href')]));
  const spine = elements(text, 'itemref').map((reference) => items.get(attribute(reference, 'idref')));
  return new Set(spine.map((href) => resolvePath(path, href ?? '')));
}
