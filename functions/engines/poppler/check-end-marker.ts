import type { ReadBytes } from '../../detection/document-compound.ts';
import { inspect } from '../read/inspect.ts';
import { unreadable } from './unreadable.ts';

/** The bytes that are read at a time to find where zeros begin, with which some programs fill up the last block. */
const BLOCK = 65_536;
/** How many bytes at the end of a file are searched; nearly all PDF files have their end marker in the last kilobyte. */
const END_BYTES = 4096;

/**
 * Refuses a truncated file. Poppler would silently convert what is left: pages would be blank, or an older version of the
 * file would take the place of the last one.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkEndMarker(path: string): void {
  const end = inspect(path, (read, size) => {
    const last = endWithoutZeros(read, size);
    return read(Math.max(0, last - END_BYTES), Math.min(last, END_BYTES)).toString('latin1');
  });
  const mark = [...end.matchAll(/startxref\s+\d+(\s*%%EOF)?|%%EOF/g)].at(-1);
  if (!mark || /\d\s+\d+\s+obj\b/.test(end.slice(mark.index + mark[0].length))) throw unreadable('no end of file');
}

/** The size of a file without the zeros at its end. */
function endWithoutZeros(read: ReadBytes, size: number): number {
  for (let end = size; end > 0; end -= BLOCK) {
    const start = Math.max(0, end - BLOCK);
    const last = read(start, end - start).findLastIndex((byte) => byte !== 0);
    if (last >= 0) return start + last + 1;
  }
  return 0;
}
