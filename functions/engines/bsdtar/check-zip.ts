import { inspect } from '../read/inspect.ts';
import { passwordProtected, unreadable } from './refusals.ts';

const END = Buffer.from('PK\x05\x06', 'latin1');
/** Where the end says how many files there are, and what it says where that stands elsewhere. */
const COUNT = 10;
const ELSEWHERE = 0xffff;
/** How the list has each of them. */
const LISTED = Buffer.from('PK\x01\x02', 'latin1');
const LOCAL_HEADER = Buffer.from('PK\x03\x04', 'latin1');
const ENCRYPTED = 1;
/** The record at the end, and with the longest comment that it can have. */
const SHORTEST_END = 22;
const LONGEST_END = SHORTEST_END + 65535;

/**
 * Refuses a zip that has no list at its end: libarchive then makes do with what stands before each file, which does not
 * tell links from files, nor what is missing, nor always how long a file is. And one whose first file is locked, if there
 * is no password: libarchive would ask for it ten thousand times.
 * @returns how many files the list says that it has; of more than 65,535 some lesser number
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED
 */
export function checkZip(path: string, password: boolean): number {
  return inspect(path, (read, size) => {
    const first = read(0, 8);
    if (!password && first.subarray(0, 4).equals(LOCAL_HEADER) && ((first[6] ?? 0) & ENCRYPTED) !== 0)
      throw passwordProtected(false);
    const end = read(Math.max(0, size - LONGEST_END), LONGEST_END);
    const at = end.lastIndexOf(END);
    // Where it is cut off, that of a zip within may be the last one, behind which the list begins.
    if (at < 0 || at + SHORTEST_END > end.length || end.includes(LISTED, at))
      throw unreadable('no list at the end of the zip');
    const count = end.readUInt16LE(at + COUNT);
    return count === ELSEWHERE ? 0 : count;
  });
}
