import { ByteReader } from '../read/byte-reader.ts';
import { inspect } from '../read/inspect.ts';
import type { Header } from './header.ts';
import { LIMITS, tooLarge, tooMany } from './limits.ts';
import { parseRecords } from './pax-records.ts';
import { unreadable } from './refusals.ts';

const BLOCK = 512;

/**
 * Lists a tar archive of the pax format, as libarchive writes it.
 * @throws ConversionError TOO_COMPLEX, UNREADABLE_FILE
 */
export function readTar(path: string): Header[] {
  return inspect(path, (read, size) => [...headersOf(new ByteReader(read, size, unreadable))]);
}

function* headersOf(file: ByteReader): Generator<Header> {
  let records: ReadonlyMap<string, Buffer> = new Map();
  let count = 0;
  for (let at = 0; at + BLOCK <= file.size; ) {
    const block = file.bytes(at, BLOCK);
    // An empty block marks the end.
    if (block[0] === 0) return;
    at += BLOCK;
    const type = block.toString('latin1', 156, 157);
    const length = type === 'x' ? numberAt(block, 124, 12) : storedLength(block, records);
    if (length > file.size - at) throw unreadable('content beyond the end of the unpacked archive');
    if (type === 'x') {
      if (length > LIMITS.header) throw tooLarge('a long header');
      records = parseRecords(file.bytes(at, length));
    } else {
      count += 1;
      if (count > LIMITS.entries) throw tooMany();
      yield { ...headerIn(block, type, records), position: at, length };
      records = new Map();
    }
    at += Math.ceil(length / BLOCK) * BLOCK;
  }
}

/** The length of a member's content; links have none, whatever their headers say. */
function storedLength(block: Buffer, records: ReadonlyMap<string, Buffer>): number {
  if (!'0\0S7'.includes(block.toString('latin1', 156, 157))) return 0;
  const record = records.get('size');
  return record ? Number(record.toString('latin1')) : numberAt(block, 124, 12);
}

function headerIn(
  block: Buffer,
  type: string,
  records: ReadonlyMap<string, Buffer>,
): Omit<Header, 'position' | 'length'> {
  const prefix = textAt(block, 345, 155);
  const short = textAt(block, 0, 100);
  return {
    name: records.get('path') ?? (prefix.length > 0 ? Buffer.concat([prefix, Buffer.from('/'), short]) : short),
    type,
    link: records.get('linkpath') ?? textAt(block, 157, 100),
    mode: numberAt(block, 100, 8),
    uid: recordedNumber(records, 'uid') ?? numberAt(block, 108, 8),
    gid: recordedNumber(records, 'gid') ?? numberAt(block, 116, 8),
    owner: records.get('uname') ?? textAt(block, 265, 32),
    group: records.get('gname') ?? textAt(block, 297, 32),
    time: Math.floor(recordedNumber(records, 'mtime') ?? numberAt(block, 136, 12)),
    records,
  };
}

function recordedNumber(records: ReadonlyMap<string, Buffer>, name: string): number | undefined {
  const number = Number(records.get(name)?.toString('latin1'));
  return Number.isFinite(number) ? number : undefined;
}

function textAt(block: Buffer, at: number, length: number): Buffer {
  const field = block.subarray(at, at + length);
  const end = field.indexOf(0);
  return end < 0 ? field : field.subarray(0, end);
}

/** An octal number; one that does not fit has a pax record. */
function numberAt(block: Buffer, at: number, length: number): number {
  const number = Number.parseInt(block.toString('latin1', at, at + length), 8);
  return Number.isSafeInteger(number) ? number : 0;
}
