import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenZip, openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { decodeDeclared } from '../text-encoding.ts';
import { unreadable } from '../unreadable.ts';
import { textOfElement } from './markup.ts';
import { BookFiles, bookTooLarge, LARGEST_BOOK } from './read-book.ts';
import { type PictureOf, readChapter } from './read-chapter.ts';
import { chapterPaths, readPackageDocument } from './read-package-document.ts';
import { type Picture, readPictures } from './read-pictures.ts';
import { refuseEncrypted } from './refuse-encrypted.ts';

/** Converts a book to one HTML page, `result.html` in the job's folder, and returns its path. */
export async function convertEpub({ sourcePath, folder }: EngineJob): Promise<string> {
  const bytes = await readFile(sourcePath);
  const page = await bindChapters(
    openZip((position, length) => bytes.subarray(position, position + length), bytes.length),
  );
  const path = join(folder, 'result.html');
  await writeFile(path, page);
  return path;
}

/**
 * Joins the chapters of a book into one HTML page with its pictures (EPUB 3.3).
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function bindChapters(book: OpenZip): Promise<string> {
  const files = new BookFiles(book);
  refuseEncrypted(files);
  const contents = readPackageDocument(files);
  const chapters = readChapters(files, chapterPaths(contents), countedPictures(await readPictures(book.names, files)));
  if (chapters.length === 0) throw unreadable('the book has no chapters');
  const title = textOfElement(contents.text, 'title')?.trim() || 'Book';
  const body = chapters.join('\n<p style="page-break-before: always"></p>\n');
  return `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
}

function readChapters(files: BookFiles, paths: ReadonlySet<string>, picture: PictureOf): string[] {
  const chapters: string[] = [];
  for (const path of paths) {
    if (!files.has(path)) continue;
    const data = files.data(path);
    if (!data) throw unreadable(`the chapter ${path} cannot be read`);
    chapters.push(readChapter(decodeDeclared(data), path, picture));
  }
  return chapters;
}

/** Pictures are written and counted wherever they are shown. */
function countedPictures(pictures: ReadonlyMap<string, Picture>): PictureOf {
  let written = 0;
  return (path) => {
    const picture = pictures.get(path);
    written += picture?.url.length ?? 0;
    if (written > LARGEST_BOOK) throw bookTooLarge();
    return picture;
  };
}
