import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import type { Header } from './header.ts';
import { LIMITS, tooDeep, tooMany } from './limits.ts';
import { unreadable } from './refusals.ts';

const HEADER = 110;
const LONGEST_NAME = 64 * 1024;
const LAST = 'TRAILER!!!';
const NOTHING = Buffer.alloc(0);

/** The type flags of tar by the file type bits of the mode; others are devices. */
const TYPES: ReadonlyMap<number, string> = new Map([
  [0o100000, '0'],
  [0o120000, '2'],
  [0o040000, '5'],
]);

/**
 * Lists a cpio archive of the format newc, as libarchive writes it. Of hard links only the last one has the content, which
 * tar would lose.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export function readCpio(path: string): Header[] {
  return inspect(path, (read, size) => [...headersOf(new ByteReader(read, size, unreadable))]);
}

function* headersOf(file: ByteReader): Generator<Header> {
  const known = new Map<string, Buffer>();
  let bytes = 0;
  for (let at = 0, count = 0; ; count++) {
    const fields = fieldsAt(file, at);
    const [inode = 0, mode = 0, uid = 0, gid = 0, links = 0, time = 0, length = 0, major, minor, , , nameLength = 0] =
      fields;
    if (nameLength < 1 || nameLength > LONGEST_NAME) throw unreadable('a cpio header with a long name');
    const name = file.bytes(at + HEADER, nameLength).subarray(0, -1);
    const position = at + aligned(HEADER + nameLength);
    if (name.toString('latin1') === LAST) return;
    if (length > file.size - position) throw unreadable('content beyond the end of the unpacked archive');
    if (count >= LIMITS.entries) throw tooMany();
    const type = TYPES.get(mode & 0o170000) ?? '3';
    bytes += nameLength + (type === '2' ? length : 0);
    if (bytes > LIMITS.paths) throw tooDeep();
    const common = { name, uid, gid, time, mode: mode & 0o7777, owner: NOTHING, group: NOTHING, records: new Map() };
    const number = `${major}:${minor}:${inode}`;
    const many = type === '0' && links > 1;
    const earlier = many ? known.get(number) : undefined;
    if (many && !earlier) known.set(number, name);
    if (type === '2') yield { ...common, type, link: file.bytes(position, length), position, length: 0 };
    else if (earlier) yield { ...common, type: '1', link: earlier, position, length };
    else yield { ...common, type, link: NOTHING, position, length };
    at = position + aligned(length);
  }
}

function fieldsAt(file: ByteReader, at: number): number[] {
  const text = file.text(at, HEADER);
  if (!/^070701[0-9A-Fa-f]{104}$/.test(text)) throw unreadable('a broken cpio header');
  return Array.from({ length: 13 }, (_, index) => Number.parseInt(text.slice(6 + index * 8, 14 + index * 8), 16));
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4;
}
