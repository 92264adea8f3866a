import { inspect } from '../read/inspect.ts';
import { passwordProtected, unreadable } from './refusals.ts';

const END = Buffer.from('PK\x05\x06', 'latin1');
/** The offset of the number of entries in the end record, and its value where Zip64 has the number. */
const COUNT = 10;
const IN_ZIP64 = 0xffff;
const CENTRAL_HEADER = Buffer.from('PK\x01\x02', 'latin1');
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const ENCRYPTED = 1;
/** The end of central directory record, without a comment and with the longest. */
const SHORTEST_END = 22;
const LONGEST_END = SHORTEST_END + 65535;

/**
 * Refuses a zip without a central directory: libarchive would read only the local headers, which do not tell links from
 * files, nor what is missing, nor always the size. Also refuses one whose first file is encrypted, if there is no password:
 * libarchive would ask for it ten thousand times.
 * @returns the number of entries in the central directory; a lower one where there are more than 65,535
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED
 */
export function checkZip(path: string, password: boolean): number {
  return inspect(path, (read, size) => {
    const first = read(0, 8);
    if (!password && first.subarray(0, 4).equals(LOCAL_HEADER) && ((first[6] ?? 0) & ENCRYPTED) !== 0)
      throw passwordProtected(false);
    const end = read(Math.max(0, size - LONGEST_END), LONGEST_END);
    const at = end.lastIndexOf(END);
    // In a truncated zip, the last end record may be that of a nested zip, with central headers behind it.
    if (at < 0 || at + SHORTEST_END > end.length || end.includes(CENTRAL_HEADER, at))
      throw unreadable('no central directory');
    const count = end.readUInt16LE(at + COUNT);
    return count === IN_ZIP64 ? 0 : count;
  });
}
