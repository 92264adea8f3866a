import type { ValueCount } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';

/** The header of a .shp file, and of its index: a number, and lengths in words of 16 bits. */
const FILE_HEADER = 100;
const FILE_CODE = 9994;
const LENGTH_AT = 24;

/** Before each record: its number and its length. In the index: where that is, and its length. */
const RECORD_HEADER = 8;

/** Values that a record becomes, whatever is in it. */
const VALUES = 4;
const NOTHING = Buffer.alloc(0);

/**
 * The records of a .shp file: those that its index lists, in its order, else one after the other.
 * An editor leaves records behind that are in no index any more.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function recordsIn(bytes: Buffer, index: Buffer | undefined, count: ValueCount): Buffer[] {
  const length = lengthOf(bytes);
  return (index && indexedRecords(bytes, index, count)) ?? recordsInTurn(bytes.subarray(0, length), count);
}

function lengthOf(bytes: Buffer): number {
  if (bytes.length < FILE_HEADER || bytes.readInt32BE(0) !== FILE_CODE) throw unreadable('shp', 'no header');
  const length = bytes.readUInt32BE(LENGTH_AT) * 2;
  if (length < FILE_HEADER || length > bytes.length) throw unreadable('shp', 'a file that is cut off');
  return length;
}

function recordsInTurn(bytes: Buffer, count: ValueCount): Buffer[] {
  const records: Buffer[] = [];
  for (let at = FILE_HEADER; at < bytes.length; ) {
    const record = recordAt(bytes, at);
    if (!record) throw unreadable('shp', 'a record that is cut off');
    count.add(VALUES);
    records.push(record);
    at += RECORD_HEADER + record.length;
  }
  return records;
}

/** A record with its header at that place, or nothing where it is not all there. */
function recordAt(bytes: Buffer, at: number): Buffer | undefined {
  const start = at + RECORD_HEADER;
  if (start > bytes.length) return undefined;
  const end = start + bytes.readUInt32BE(at + 4) * 2;
  return end > bytes.length ? undefined : bytes.subarray(start, end);
}

/** What an index lists; nothing where it is none, or lists more than there is. */
function indexedRecords(bytes: Buffer, index: Buffer, count: ValueCount): Buffer[] | undefined {
  if (index.length < FILE_HEADER || index.readInt32BE(0) !== FILE_CODE) return undefined;
  const end = Math.min(index.length, index.readUInt32BE(LENGTH_AT) * 2);
  const records: Buffer[] = [];
  // Each has its own bytes: a list of one record a million times is no index.
  let left = bytes.length - FILE_HEADER;
  for (let at = FILE_HEADER; at + 8 <= end; at += 8) {
    const [place, length] = [index.readUInt32BE(at) * 2, index.readUInt32BE(at + 4) * 2];
    const record = length === 0 ? NOTHING : place < FILE_HEADER ? undefined : recordAt(bytes, place);
    left -= length === 0 ? 0 : RECORD_HEADER + (record?.length ?? 0);
    if (!record || left < 0) return undefined;
    count.add(VALUES);
    records.push(record);
  }
  return records;
}
