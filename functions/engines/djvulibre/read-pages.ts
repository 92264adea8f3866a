import type { ConversionError } from '../../conversion/errors.ts';
import type { ReadBytes } from '../../detection/document-compound.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { type Chunk, chunkAt, chunksIn, IFF } from '../read/chunks.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';
import { LIMITS, unreadable } from './limits.ts';

/** What stands before the outermost chunk. */
const MARK = 4;
/** A form says in its first four bytes what it is made for. */
const FORM = 'FORM';
const KIND = 4;
/** The first bit of the list of parts: they are all in the file. */
const BUNDLED = 0x80;

/**
 * Counts the pages of a DjVu file by its outermost chunks (DjVu 3, 8.3).
 * @throws ConversionError UNREADABLE_FILE for one without pages; TOO_COMPLEX for too many parts, or too large a page
 */
export function countPages(read: ReadBytes, size: number): number {
  const reader = new ByteReader(read, size, unreadable);
  const whole = chunkAt(reader, IFF, MARK);
  if (!isPage(reader, whole)) return countBound(reader, whole);
  checkPage(reader, whole);
  return 1;
}

function countBound(reader: ByteReader, whole: Chunk): number {
  const list = chunkAt(reader, IFF, whole.from + KIND);
  if (list.type === 'DIRM' && (reader.u8(list.from) & BUNDLED) === 0) throw scattered();
  let [pages, parts] = [0, 0];
  for (const chunk of chunksIn(reader, IFF, whole.from + KIND, whole.end)) {
    if (++parts > LIMITS.parts) throw tooComplex(`The file has more than ${LIMITS.parts} parts. Split it first.`);
    if (!isPage(reader, chunk)) continue;
    checkPage(reader, chunk);
    pages++;
  }
  if (pages === 0) throw unreadable('the file has no pages');
  return pages;
}

function isPage(reader: ByteReader, { type, from }: Chunk): boolean {
  return type === FORM && reader.text(from, KIND) === 'DJVU';
}

/** The measures of a page are what comes first in it. */
function checkPage(reader: ByteReader, page: Chunk): void {
  const info = chunkAt(reader, IFF, page.from + KIND);
  if (info.type !== 'INFO') throw unreadable('a page without measures');
  const [width, height] = [reader.u16be(info.from), reader.u16be(info.from + 2)];
  if (width === 0 || height === 0) throw unreadable('a page without size');
  if (width * height > LIMITS.pixels)
    throw tooComplex(
      `A page has ${width} x ${height} pixels; at most ${LIMITS.pixels / 1_000_000} million are converted.`,
    );
}

function scattered(): ConversionError {
  return unreadableFile('The file is a list only: its pages lie in other files. Bundle them into one file first.');
}
