import { unreadable } from '../../unreadable.ts';

/** The header of a .shp file, and of its index: a file code, and the length in 16-bit words. */
const FILE_HEADER = 100;
const FILE_CODE = 9994;
const LENGTH_AT = 24;

/** Each record has its number and its length before it. An entry of the index has its offset and its length. */
const RECORD_HEADER = 8;

const EMPTY = Buffer.alloc(0);

/**
 * The records of a .shp file: those of its index, as editors leave deleted records in the file, else all.
 * @throws ConversionError UNREADABLE_FILE
 */
export function recordsIn(bytes: Buffer, index: Buffer | undefined): Buffer[] {
  const length = lengthOf(bytes);
  return (index && indexedRecords(bytes, index)) ?? recordsInTurn(bytes.subarray(0, length));
}

function lengthOf(bytes: Buffer): number {
  if (bytes.length < FILE_HEADER || bytes.readInt32BE(0) !== FILE_CODE) throw unreadable('shp', 'no header');
  const length = bytes.readUInt32BE(LENGTH_AT) * 2;
  if (length < FILE_HEADER || length > bytes.length) throw unreadable('shp', 'a truncated file');
  return length;
}

function recordsInTurn(bytes: Buffer): Buffer[] {
  const records: Buffer[] = [];
  for (let at = FILE_HEADER; at < bytes.length; ) {
    const record = recordAt(bytes, at);
    if (!record) throw unreadable('shp', 'a truncated record');
    records.push(record);
    at += RECORD_HEADER + record.length;
  }
  return records;
}

/** The record whose header is at an offset, or nothing where it is truncated. */
function recordAt(bytes: Buffer, at: number): Buffer | undefined {
  const start = at + RECORD_HEADER;
  if (start > bytes.length) return undefined;
  const end = start + bytes.readUInt32BE(at + 4) * 2;
  return end > bytes.length ? undefined : bytes.subarray(start, end);
}

/** The records of an index; nothing where the index is not valid. */
function indexedRecords(bytes: Buffer, index: Buffer): Buffer[] | undefined {
  if (index.length < FILE_HEADER || index.readInt32BE(0) !== FILE_CODE) return undefined;
  const end = Math.min(index.length, index.readUInt32BE(LENGTH_AT) * 2);
  const records: Buffer[] = [];
  // Entries share no bytes: an index cannot list one record a million times.
  let left = bytes.length - FILE_HEADER;
  for (let at = FILE_HEADER; at + 8 <= end; at += 8) {
    const [offset, length] = [index.readUInt32BE(at) * 2, index.readUInt32BE(at + 4) * 2];
    const record = length === 0 ? EMPTY : offset < FILE_HEADER ? undefined : recordAt(bytes, offset);
    left -= length === 0 ? 0 : RECORD_HEADER + (record?.length ?? 0);
    if (!record || left < 0) return undefined;
    records.push(record);
  }
  return records;
}
