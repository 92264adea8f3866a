import type { OpenZip } from '../../../detection/document-zip.ts';
import { passwordProtected } from '../locks.ts';
import { decodeHtml } from '../text-encoding.ts';
import { unreadable } from '../unreadable.ts';
import { attribute, elements, textOfElement } from './markup.ts';
import { BookFiles, bookTooLarge, LARGEST_BOOK } from './read-book.ts';
import { type PictureOf, readChapter } from './read-chapter.ts';
import { chapterPaths, readContents } from './read-contents.ts';

/** Fonts that are made unusable elsewhere: all else that is encrypted is so for who has bought the book. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

/**
 * One web page of the chapters of a book, in their order, with its pictures in it (EPUB 3.3).
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export function bindChapters(book: OpenZip): string {
  const files = new BookFiles(book);
  refuseLocked(files);
  const contents = readContents(files);
  const chapters = readChapters(files, chapterPaths(contents));
  if (chapters.length === 0) throw unreadable('the book has no chapters');
  const title = textOfElement(contents.text, 'title')?.trim() || 'Book';
  const broken = chapters.join('\n<p style="page-break-before: always"></p>\n');
  return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n${broken}\n</body>\n</html>\n`;
}

/**
 * Refuses books whose chapters only who has bought them can read.
 * @throws ConversionError PASSWORD_PROTECTED
 */
export function refuseLocked(files: BookFiles): void {
  const encryption = files.text('META-INF/encryption.xml') ?? '';
  const methods = elements(encryption, 'EncryptionMethod').map((method) => attribute(method, 'Algorithm') ?? '');
  if (methods.some((method) => !FONT_OBFUSCATION.test(method))) throw passwordProtected('chapters are encrypted');
}

function readChapters(files: BookFiles, paths: ReadonlySet<string>): string[] {
  const picture = pictureReader(files);
  const chapters: string[] = [];
  for (const path of paths) {
    if (!files.has(path)) continue;
    const data = files.data(path);
    if (!data) throw unreadable(`the chapter ${path} cannot be read`);
    chapters.push(readChapter(decodeHtml(data), path, picture));
  }
  return chapters;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** Each picture is read once, but written, and counted, wherever it is shown. */
function pictureReader(files: BookFiles): PictureOf {
  const known = new Map<string, string | undefined>();
  let written = 0;
  return (path) => {
    if (!known.has(path)) known.set(path, addressOf(path, files));
    const address = known.get(path);
    written += address?.length ?? 0;
    if (written > LARGEST_BOOK) throw bookTooLarge();
    return address;
  };
}

function addressOf(path: string, files: BookFiles): string | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const data = Object.hasOwn(MEDIA_TYPES, extension) && files.data(path);
  return data ? `data:${MEDIA_TYPES[extension]};base64,${data.toString('base64')}` : undefined;
}
