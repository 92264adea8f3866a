import { readBytes } from '../header.ts';
import { LIMITS, tooMany } from '../limits.ts';
import { unreadable } from '../refusals.ts';
import { type MessageHead, readMessageHead } from './message-head.ts';

/** A record of a web archive (WARC 1.1, ISO 28500). */
export interface WarcRecord {
  /** What it is, in small letters: response, resource, request, warcinfo ... */
  readonly kind: string;
  readonly head: MessageHead;
  /** Where it begins in the file, where its block does, and where that ends. */
  readonly start: number;
  readonly block: number;
  readonly end: number;
}

const CHUNK = 64 * 1024;

/**
 * The records of a web archive, one after the other.
 * @throws ConversionError UNREADABLE_FILE where one is cut off or does not follow the last; TOO_COMPLEX
 */
export function* readRecords(file: number, size: number): Generator<WarcRecord> {
  let count = 0;
  for (let at = afterLineEnds(file, 0, size); at < size; ) {
    count += 1;
    if (count > LIMITS.entries) throw tooMany();
    const record = recordAt(file, at, size);
    yield record;
    at = afterLineEnds(file, record.end, size);
  }
  if (count === 0) throw unreadable('a web archive without a record');
}

function recordAt(file: number, start: number, size: number): WarcRecord {
  const head = readMessageHead(file, start, size);
  if (!head || !/^WARC\/\d+\.\d+$/.test(head.lines[0]?.trim() ?? '')) throw unreadable('no record where one should be');
  const length = head.fields.get('content-length') ?? '';
  if (!/^\d{1,15}$/.test(length)) throw unreadable('a record without a length');
  const end = head.end + Number(length);
  if (end > size) throw unreadable('a record beyond the end of the file');
  return { kind: (head.fields.get('warc-type') ?? '').toLowerCase(), head, start, block: head.end, end };
}

/** Two ends of lines stand behind each record; not all writers count well. */
function afterLineEnds(file: number, position: number, size: number): number {
  for (let at = position; at < size; at += CHUNK) {
    // Most often there are few.
    for (const wanted of [8, CHUNK]) {
      const bytes = readBytes(file, at, Math.min(wanted, size - at));
      const other = bytes.findIndex((byte) => byte !== 0x0d && byte !== 0x0a);
      if (other >= 0) return at + other;
    }
  }
  return size;
}
