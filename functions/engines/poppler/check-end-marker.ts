import { inspect } from '../read/inspect.ts';
import { unreadable } from './unreadable.ts';

/** How much of a file's end is looked at; what ends a PDF is within the last kilobyte of nearly all. */
const END_BYTES = 4096;

/**
 * Refuses a file that breaks off. Poppler makes do with what is there, which is less than what the client has in mind:
 * pages become blank, or the last saved version gives way to an older one.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkEndMarker(path: string): void {
  const end = inspect(path, (read, size) => read(Math.max(0, size - END_BYTES), END_BYTES)).toString('latin1');
  const mark = [...end.matchAll(/startxref\s+\d+(\s*%%EOF)?|%%EOF/g)].at(-1);
  if (!mark || /\d\s+\d+\s+obj\b/.test(end.slice(mark.index + mark[0].length))) throw unreadable('no end of file');
}
