import type { OpenZip } from '../../../detection/document-zip.ts';
import { passwordProtected } from '../encryption.ts';
import { decodeHtml } from '../text-encoding.ts';
import { unreadable } from '../unreadable.ts';
import { attribute, elements, textOfElement } from './markup.ts';
import { BookFiles, bookTooLarge, LARGEST_BOOK } from './read-book.ts';
import { type PictureOf, readChapter } from './read-chapter.ts';
import { chapterPaths, readPackageDocument } from './read-package-document.ts';

/** Font obfuscation, which anyone can undo. All other encryption is DRM. */
const FONT_OBFUSCATION = /idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC/;

/**
 * Joins the chapters of a book into one HTML page with its pictures (EPUB 3.3).
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export function bindChapters(book: OpenZip): string {
  const files = new BookFiles(book);
  refuseEncrypted(files);
  const contents = readPackageDocument(files);
  const chapters = readChapters(files, chapterPaths(contents));
  if (chapters.length === 0) throw unreadable('the book has no chapters');
  const title = textOfElement(contents.text, 'title')?.trim() || 'Book';
  const body = chapters.join('\n<p style="page-break-before: always"></p>\n');
  return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

/**
 * Refuses books whose chapters are protected by DRM.
 * @throws ConversionError PASSWORD_PROTECTED
 */
export function refuseEncrypted(files: BookFiles): void {
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

/** Each picture is read once, but written and counted wherever it is shown. */
function pictureReader(files: BookFiles): PictureOf {
  const known = new Map<string, string | undefined>();
  let written = 0;
  return (path) => {
    if (!known.has(path)) known.set(path, dataUrlOf(path, files));
    const url = known.get(path);
    written += url?.length ?? 0;
    if (written > LARGEST_BOOK) throw bookTooLarge();
    return url;
  };
}

function dataUrlOf(path: string, files: BookFiles): string | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const data = Object.hasOwn(MEDIA_TYPES, extension) && files.data(path);
  return data ? `data:${MEDIA_TYPES[extension]};base64,${data.toString('base64')}` : undefined;
}
