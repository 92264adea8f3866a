import { ConversionError } from '../../conversion/errors.ts';
import type { ReadBytes } from '../../detection/document-compound.ts';
import { tooComplex } from '../poppler/limits.ts';
import { LIMITS, unreadable } from './limits.ts';

/** The first bit of the list of parts: they are all in the file. */
const BUNDLED = 0x80;
const HEADER = 12;

/** A piece of the file: what it is, and where its content lies. */
interface Chunk {
  readonly id: string;
  /** Of a form: what it is made for. */
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Counts the pages of a DjVu file by its outermost pieces (DjVu 3, 8.3).
 * @throws ConversionError UNREADABLE_FILE for one without pages; TOO_COMPLEX for too many parts, or too large a page
 */
export function countPages(read: ReadBytes, size: number): number {
  const whole = chunkAt(read, 4);
  if (whole.end > size) throw unreadable('the file lacks its end');
  if (whole.kind === 'DJVU') checkPage(read, whole);
  return whole.kind === 'DJVU' ? 1 : countBound(read, whole);
}

function countBound(read: ReadBytes, whole: Chunk): number {
  const list = chunkAt(read, whole.start + 4);
  if (list.id === 'DIRM' && ((read(list.start, 1)[0] ?? 0) & BUNDLED) === 0) throw scattered();
  let [pages, parts] = [0, 0];
  for (let at = whole.start + 4; at + HEADER <= whole.end; ) {
    const chunk = chunkAt(read, at);
    if (++parts > LIMITS.parts) throw tooComplex(`The file has more than ${LIMITS.parts} parts. Split it first.`);
    if (chunk.kind === 'DJVU') {
      checkPage(read, chunk);
      pages++;
    }
    // Each begins at an even place.
    at = chunk.end + (chunk.end % 2);
  }
  if (pages === 0) throw unreadable('the file has no pages');
  return pages;
}

function chunkAt(read: ReadBytes, at: number): Chunk {
  const head = read(at, HEADER);
  if (head.length < HEADER) throw unreadable('a piece without content');
  const id = head.toString('latin1', 0, 4);
  const kind = id === 'FORM' ? head.toString('latin1', 8, 12) : '';
  return { id, kind, start: at + 8, end: at + 8 + head.readUInt32BE(4) };
}

/** The measures of a page are what comes first in it. */
function checkPage(read: ReadBytes, page: Chunk): void {
  const info = chunkAt(read, page.start + 4);
  const measures = read(info.start, 4);
  if (info.id !== 'INFO' || measures.length < 4) throw unreadable('a page without measures');
  const [width, height] = [measures.readUInt16BE(0), measures.readUInt16BE(2)];
  if (width === 0 || height === 0) throw unreadable('a page without size');
  if (width * height > LIMITS.pixels)
    throw tooComplex(
      `A page has ${width} x ${height} pixels; at most ${LIMITS.pixels / 1_000_000} million are converted.`,
    );
}

function scattered(): ConversionError {
  return new ConversionError(
    'UNREADABLE_FILE',
    'The file is a list only: its pages lie in other files. Bundle them into one file first.',
  );
}
