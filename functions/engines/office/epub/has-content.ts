import { tokensOf } from '../../markup.ts';
import { decodeDeclared } from '../text-encoding.ts';
import { bodyOf } from './markup.ts';
import type { BookFiles } from './read-book.ts';
import { chapterPaths, readPackageDocument } from './read-package-document.ts';

const PICTURES = ['img', 'image', 'svg'];

/**
 * Whether any chapter of a book has a word or a picture.
 * @throws ConversionError UNREADABLE_FILE for what is no book, TOO_COMPLEX
 */
export function hasContent(files: BookFiles): boolean {
  for (const path of chapterPaths(readPackageDocument(files))) {
    const data = files.data(path);
    if (data && isWritten(decodeDeclared(data))) return true;
  }
  return false;
}

function isWritten(page: string): boolean {
  const body = bodyOf(page);
  for (const { kind, name, start, end } of tokensOf(body, { html: true })) {
    if (kind === 'open' && PICTURES.includes(name)) return true;
    if (kind === 'text' && /\S/.test(body.slice(start, end))) return true;
  }
  return false;
}
