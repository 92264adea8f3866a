import { inspect } from '../read/inspect.ts';
import { unreadable } from './refusals.ts';

const RAR_5 = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1');
/** The size, type and flags of the end of archive header, of the last volume and of others (RAR 5.0 archive format). */
const ENDS = ['03050400', '03050401'].map((bytes) => Buffer.from(bytes, 'hex'));
/** The type of a header for encryption, which hides all others; it follows a CRC-32 and a size of one byte. */
const ENCRYPTION = 4;

/** How many bytes at the end are searched: some programs append zeros or signatures. */
const END = 64 * 1024;

/**
 * Refuses a RAR 5 archive that lacks its end: where it is cut off between its members, tools list those in front.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkRar(path: string): void {
  inspect(path, (read, size) => {
    const start = read(0, RAR_5.length + 6);
    if (!start.subarray(0, RAR_5.length).equals(RAR_5) || start[RAR_5.length + 5] === ENCRYPTION) return;
    const tail = read(Math.max(0, size - END), END);
    if (!ENDS.some((end) => tail.includes(end))) throw unreadable('the archive lacks its end');
  });
}
