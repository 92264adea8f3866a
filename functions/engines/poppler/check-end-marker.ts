import { inspect } from '../read/inspect.ts';
import { unreadable } from './unreadable.ts';

/** How many bytes at the end of a file are searched; nearly all PDF files have their end marker in the last kilobyte. */
const END_BYTES = 4096;

/**
 * Refuses a truncated file. Poppler would silently convert what is left: pages would be blank, or an older version of the
 * file would take the place of the last one.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkEndMarker(path: string): void {
  const end = inspect(path, (read, size) => read(Math.max(0, size - END_BYTES), END_BYTES)).toString('latin1');
  const mark = [...end.matchAll(/startxref\s+\d+(\s*%%EOF)?|%%EOF/g)].at(-1);
  if (!mark || /\d\s+\d+\s+obj\b/.test(end.slice(mark.index + mark[0].length))) throw unreadable('no end of file');
}
