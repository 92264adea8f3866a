import { PLY_SIZES } from './check-complete.ts';

const HEADER_END = 'end_header';
const LONGEST_HEADER = 64 * 1024;
const LINE_FEED = 0x0a;
/** A property that nothing uses, and its value. */
const FILLER = 'property uchar filler';
const FILLED = 0xff;

/**
 * Puts a byte before each record of the first element of a binary PLY file that begins with the byte of a line feed:
 * assimp would skip that, and misread all that follows.
 * @param bytes checked to be complete
 */
export function keepFirstByte(bytes: Buffer): Buffer {
  const end = bytes.indexOf('\n', bytes.indexOf(HEADER_END)) + 1;
  if (end === 0 || end > LONGEST_HEADER || bytes[end] !== LINE_FEED) return bytes;
  const lines = bytes.toString('latin1', 0, end).split('\n');
  const at = lines.findIndex((line) => line.startsWith('element '));
  const length = recordLength(lines.slice(at + 1));
  if (at < 0 || length === 0 || !lines.some((line) => line.startsWith('format binary_'))) return bytes;
  const count = Number(lines[at]?.trim().split(/\s+/)[2]);
  const header = Buffer.from(lines.toSpliced(at + 1, 0, FILLER).join('\n'), 'latin1');
  const records = Buffer.alloc(count * (length + 1), FILLED);
  for (let index = 0; index < count; index++)
    bytes.copy(records, index * (length + 1) + 1, end + index * length, end + (index + 1) * length);
  return Buffer.concat([header, records, bytes.subarray(end + count * length)]);
}

/** The bytes of a record with the properties in the first lines; 0 where records differ in length. */
function recordLength(lines: readonly string[]): number {
  let length = 0;
  for (const line of lines) {
    const [word, type = ''] = line.trim().split(/\s+/);
    if (word === 'comment' || word === 'obj_info') continue;
    if (word !== 'property') return length;
    const size = PLY_SIZES[type];
    if (size === undefined) return 0;
    length += size;
  }
  return length;
}
