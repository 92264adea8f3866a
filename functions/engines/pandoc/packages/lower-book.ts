import { openZip } from '../../../detection/document-zip.ts';
import { decodeEntities, escapeXml } from '../../entities.ts';
import { applyEdits, attributesOf, type Edit, tokensOf } from '../../markup.ts';
import { resolvePath } from '../../office/epub/markup.ts';
import { BookFiles } from '../../office/epub/read-book.ts';
import { readPackageDocument } from '../../office/epub/read-package-document.ts';
import { inspect } from '../../read/inspect.ts';

const CONTAINER =
  '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/**
 * Moves the package document of a book to the top, where it names files by `..`, which pandoc takes for a name.
 * @returns the files that take the place of others
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function lowerBook(path: string): Readonly<Record<string, string>> {
  const { text, path: opf } = inspect(path, (read, size) => readPackageDocument(new BookFiles(openZip(read, size))));
  return text.includes('../') ? { 'META-INF/container.xml': CONTAINER, 'book.opf': fromTop(text, opf) } : {};
}

/** The package document with the paths of its files from the top of the book. */
export function fromTop(list: string, path: string): string {
  const edits: Edit[] = [];
  for (const { kind, name, start, end } of tokensOf(list)) {
    if (kind !== 'open' || name !== 'item') continue;
    const href = attributesOf(list.slice(start, end)).find((each) => each.name === 'href');
    if (!href) continue;
    const text = `href="${escapeXml(encodeURI(resolvePath(path, decodeEntities(href.value))))}"`;
    edits.push({ start: start + href.start, end: start + href.end, text });
  }
  return applyEdits(list, edits);
}
