import { tokensOf } from '../../markup.ts';
import { decodeHtml } from '../text-encoding.ts';
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
    if (data && isWritten(decodeHtml(data))) return true;
  }
  return false;
}

function isWritten(page: string): boolean {
  let inBody = !/<body\b/i.test(page);
  for (const { kind, name, start, end } of tokensOf(page, { html: true })) {
    if (name === 'body') inBody = kind === 'open';
    else if (!inBody) continue;
    else if (kind === 'open' && PICTURES.includes(name)) return true;
    else if (kind === 'text' && /\S/.test(page.slice(start, end))) return true;
  }
  return false;
}
