import { inspect } from '../read/inspect.ts';
import { LIMITS } from './limits.ts';
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
    // In a truncated zip, the last end record may be that of a nested zip, with central headers after it.
    if (at < 0 || at + SHORTEST_END > end.length || end.includes(CENTRAL_HEADER, at))
      throw unreadable('no central directory');
    const count = end.readUInt16LE(at + COUNT);
    return count === IN_ZIP64 ? 0 : count;
  });
}

/** The length of the signature and of a member's header, and the offsets of its size and of its end marker. */
const [SIGNATURE, HEADER, SIZE, MARK] = [8, 60, 48, 58];

/**
 * Refuses a Unix archive that is truncated or damaged: 7-Zip and libarchive take a bad header for the end.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkAr(path: string): void {
  inspect(path, (read, size) => {
    let at = SIGNATURE;
    // Archives with more members are refused later.
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

const RAR_5 = Buffer.from('Rar!\x1a\x07\x01\x00', 'latin1');
/** The size, type and flags of the end of archive header, of the last volume and of others (RAR 5.0 archive format). */
const ENDS = ['03050400', '03050401'].map((bytes) => Buffer.from(bytes, 'hex'));
/** The type of a header for encryption, which hides all others; it follows a CRC-32 and a size of one byte. */
const ENCRYPTION = 4;

/** How many bytes at the end are searched: some programs append zeros or signatures. */
const SEARCHED = 64 * 1024;

/**
 * Refuses a RAR 5 archive that lacks its end: where it is cut off between its members, tools list those in front.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkRar(path: string): void {
  inspect(path, (read, size) => {
    const start = read(0, RAR_5.length + 6);
    if (!start.subarray(0, RAR_5.length).equals(RAR_5) || start[RAR_5.length + 5] === ENCRYPTION) return;
    const tail = read(Math.max(0, size - SEARCHED), SEARCHED);
    if (!ENDS.some((end) => tail.includes(end))) throw unreadable('the archive lacks its end');
  });
}
