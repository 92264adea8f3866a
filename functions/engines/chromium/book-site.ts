import { posix } from 'node:path';
import type { ReadBytes } from '../../detection/document-compound.ts';
import { openZip } from '../../detection/document-zip.ts';
import { decodeEntities } from '../entities.ts';
import { hasContent } from '../office/epub/has-content.ts';
import { textOfElement } from '../office/epub/markup.ts';
import { BookFiles } from '../office/epub/read-book.ts';
import { chapterPaths, readPackageDocument } from '../office/epub/read-package-document.ts';
import { refuseEncrypted } from '../office/epub/refuse-encrypted.ts';
import { unreadable } from '../office/unreadable.ts';
import { inspect } from '../read/inspect.ts';
import { type Binding, bindBook } from './bind-book.ts';
import { deobfuscateFont, obfuscatedFonts } from './book-fonts.ts';
import { ORIGIN, type Site } from './site.ts';
import { nameAt, ZipFiles } from './zip-files.ts';

/** How many bytes of chapters are printed at once: 25 MB of formulas need more than 2.5 GB of memory. */
const LARGEST_PART = 5_000_000;

/**
 * A book (EPUB 3.3): empty pages to which the browser adds the chapters; most books are one page.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function bookSites(path: string): Promise<Site[]> {
  const { chapters, ...book } = inspect(path, readSpine);
  if (chapters.length === 0) throw unreadable('the book has no chapters');
  const files = await ZipFiles.open(path);
  return divide(chapters).map((part) => partSite(part, book, files));
}

interface Chapter {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

interface Book extends Omit<Binding, 'addresses'> {
  readonly fonts: ReturnType<typeof obfuscatedFonts>;
}

function readSpine(read: ReadBytes, size: number): Book & { readonly chapters: readonly Chapter[] } {
  const zip = openZip(read, size);
  const files = new BookFiles(zip);
  refuseEncrypted(files);
  if (!hasContent(files)) throw unreadable('there is nothing in its chapters');
  const contents = readPackageDocument(files);
  const names = [...chapterPaths(contents)].filter((name) => files.has(name));
  return {
    title: decodeEntities(textOfElement(contents.text, 'title')?.trim() ?? ''),
    fonts: obfuscatedFonts(files.text('META-INF/encryption.xml') ?? '', contents.text),
    isFixed: /\bpre-paginated\b/.test(contents.text),
    chapters: names.map((name) => ({ name, size: zip.size(name) })),
  };
}

/** The names of the chapters in each part. */
function divide(chapters: readonly Chapter[]): string[][] {
  const parts: string[][] = [];
  let left = 0;
  for (const { name, size } of chapters) {
    left -= size;
    if (left >= 0) parts.at(-1)?.push(name);
    else {
      parts.push([name]);
      left = LARGEST_PART - size;
    }
  }
  return parts;
}

function partSite(chapters: readonly string[], { fonts, ...book }: Book, files: ZipFiles): Site {
  // URLs in styles are relative to the page, which takes the place of a folder.
  const start = addressOf(posix.join(posix.dirname(chapters[0] ?? ''), '/'));
  const page = { content: Buffer.from(BOOK_PAGE), type: 'text/html; charset=utf-8' };
  return {
    start,
    isSinglePage: true,
    prepare: bindBook({ ...book, addresses: chapters.map(addressOf) }),
    find(address) {
      if (address === start) return page;
      const name = nameAt(address) ?? '';
      const file = files.send(name);
      if (!file && chapters.includes(name)) throw unreadable(`the chapter ${name} cannot be read`);
      const obfuscation = fonts.get(name);
      return file && obfuscation ? { ...file, content: deobfuscateFont(file.content, obfuscation) } : file;
    },
  };
}

function addressOf(name: string): string {
  return ORIGIN + encodeURI(name.replace(/^\.\//, '')).replace(/[?#]/g, encodeURIComponent);
}

/** The margins of books, in mm. */
export const BOOK_MARGIN = 20;

/** The style of books, before and behind their own. No script of a book runs. */
const STYLE = `
@page { margin: ${BOOK_MARGIN}mm; }
html { background: white; font: 11pt/1.4 "Liberation Serif", serif; }
body { overflow-wrap: break-word; }
body + body { break-before: page; }
pagebreak, mbp\\:pagebreak { display: block; break-before: page; }
`;
const FIT = `
img, svg { max-width: 100% !important; max-height: 95vh !important; }
pre { white-space: pre-wrap !important; overflow-wrap: anywhere; }
`;

/** The page to which the chapters of a book are added. Its second style sheet stays the last one. */
const BOOK_PAGE = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'none'; frame-src 'none'; object-src 'none'">
<title></title><style>${STYLE}</style><style>${FIT}</style></head><body></body></html>`;
