import { inspect } from '../read/inspect.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';

/** How an archive begins, and how long what stands before each member is, in bytes: its size, and two signs at the end. */
const [SIGNATURE, HEADER, SIZE, MARK] = [8, 60, 48, 58];

/**
 * Refuses a Unix archive whose members do not follow each other to its end: 7-Zip and libarchive take a header that is
 * cut off, or damaged, for the end.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkAr(path: string): void {
  inspect(path, (read, size) => {
    let at = SIGNATURE;
    // More than are unpacked are refused by others.
    for (let members = 0; at < size && members <= LIMITS.entries; members++) {
      const header = read(at, HEADER).toString('latin1');
      if (/^[\n\0]+$/.test(header)) return;
      if (header.slice(MARK) !== '`\n') throw unreadable(`no header at ${at}`);
      const length = Number(header.slice(SIZE, MARK));
      if (!(length >= 0)) throw unreadable(`no size at ${at}`);
      at += HEADER + length + (length % 2);
    }
  });
}
