import { join } from 'node:path';
import { openZip } from '../../../detection/document-zip.ts';
import { decodeEntities, escapeXml } from '../../entities.ts';
import { applyEdits, attributesOf, type Edit, tokensOf } from '../../markup.ts';
import { isProper } from '../../office/edit-package.ts';
import { resolvePath } from '../../office/epub/markup.ts';
import { BookFiles } from '../../office/epub/read-book.ts';
import { readPackageDocument } from '../../office/epub/read-package-document.ts';
import { inspect } from '../../read/inspect.ts';
import { type ZippedFile, zipFiles } from '../../zip-files.ts';

const CONTAINER = 'META-INF/container.xml';
const PLACED = 'book.opf';

/**
 * Moves the package document of a book to the top, where it names files by `..`, which pandoc takes for a name.
 * @returns the path of the changed copy, or of the book
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function lowerBook(path: string, folder: string): Promise<string> {
  const files = inspect(path, (read, size) => {
    const zip = openZip(read, size);
    const book = new BookFiles(zip);
    const { text, path: opf } = readPackageDocument(book);
    return text.includes('../') ? loweredFiles(book, zip.names, fromTop(text, opf)) : undefined;
  });
  if (!files) return path;
  const placed = join(folder, 'lowered.epub');
  await zipFiles(files, placed);
  return placed;
}

function loweredFiles(book: BookFiles, names: readonly string[], list: string): ZippedFile[] {
  const made: Readonly<Record<string, string>> = {
    [CONTAINER]: `<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${PLACED}" media-type="application/oebps-package+xml"/></rootfiles></container>`,
    [PLACED]: list,
  };
  const kept = [...new Set(names)].filter((name) => isProper(name) && !Object.hasOwn(made, name));
  return [
    ...kept.flatMap((name) => {
      const content = book.data(name);
      return content ? [{ name, content, compress: false }] : [];
    }),
    ...Object.entries(made).map(([name, content]) => ({ name, content: Buffer.from(content) })),
  ];
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
