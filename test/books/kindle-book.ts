import { type Entry, kindleIndex, placesOf } from './kindle-index.ts';
import { palmDatabase } from './palm-database.ts';

const NONE = 0xffffffff;
const TEXT_RECORD = 4096;
const UTF8 = 65001;

/** How a text is stored in a Kindle book. */
export type Packing = 'plain' | 'palmdoc';

/** What a Kindle book is made of, and what can be wrong with it. */
export interface KindleBook {
  readonly title?: string;
  readonly pictures?: readonly Buffer[];
  readonly packing?: Packing;
  /** Who has bought it only can read it. */
  readonly locked?: boolean;
  /** What is changed of its first record before it is put together. */
  readonly spoil?: (first: Buffer) => void;
}

/** A book for the first Kindles (MOBI 6): one page in HTML, whose pictures are counted. */
export function mobi(html: string, book: KindleBook = {}): Buffer {
  const text = textRecords(Buffer.from(html), book.packing);
  const pictures = book.pictures ?? [];
  const first = firstRecord(book, {
    version: 6,
    length: Buffer.byteLength(html),
    texts: text.length,
    after: text.length + 1,
    fields: { 108: pictures.length > 0 ? text.length + 1 : NONE, 192: (1 << 16) | (text.length + pictures.length) },
  });
  return palmDatabase([first, ...text, ...pictures, END]);
}

/**
 * A book for later Kindles (KF8): each chapter is a page without what is in its body, and that, apart from each other.
 * @param bodies what is in the body of each chapter
 */
export function azw3(bodies: readonly string[], book: KindleBook = {}): Buffer {
  const parts = bodies.map((body) => ({ page: pageFor(book.title ?? 'Book'), body: Buffer.from(body) }));
  const flow = Buffer.concat(parts.flatMap(({ page, body }) => [page, body]));
  const text = textRecords(flow, book.packing);
  const pictures = book.pictures ?? [];
  const [fragments, skeletons] = indexesOf(parts);
  const after = text.length + 1;
  const [fragment, skeleton] = [after, after + fragments.length];
  const picture = skeleton + skeletons.length;
  const flows = picture + pictures.length;
  const first = firstRecord(book, {
    version: 8,
    length: flow.length,
    texts: text.length,
    after,
    fields: {
      108: pictures.length > 0 ? picture : NONE,
      192: flows,
      196: 1,
      248: fragment,
      252: skeleton,
      256: NONE,
      260: NONE,
    },
  });
  return palmDatabase([first, ...text, ...fragments, ...skeletons, ...pictures, flowTable(flow.length), END]);
}

const END = Buffer.from([0xe9, 0x8e, 0x0d, 0x0a]);
const BEFORE_BODY = (title: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body>`;
const pageFor = (title: string) => Buffer.from(`${BEFORE_BODY(title)}</body></html>`);

interface Part {
  readonly page: Buffer;
  readonly body: Buffer;
}

function indexesOf(parts: readonly Part[]): [Buffer[], Buffer[]] {
  const selectors = parts.map((_, index) => `P-//*[@aid='${index}']`);
  const places = placesOf(selectors);
  const fragments: Entry[] = [];
  const skeletons: Entry[] = [];
  let at = 0;
  for (const [index, { page, body }] of parts.entries()) {
    const insertion = at + page.indexOf('</body>');
    const number = String(index).padStart(10, '0');
    skeletons.push([`SKEL${number}`, 0x0a, [1, 1, at, page.length, at, page.length]]);
    fragments.push([String(insertion).padStart(10, '0'), 0x0f, [places[index] ?? 0, index, 0, 0, body.length]]);
    at += page.length + body.length;
  }
  const ofFragments = [
    [2, 1, 1],
    [3, 1, 2],
    [4, 1, 4],
    [6, 2, 8],
  ] as const;
  const ofSkeletons = [
    [1, 1, 3],
    [6, 2, 12],
  ] as const;
  return [kindleIndex(ofFragments, fragments, selectors), kindleIndex(ofSkeletons, skeletons)];
}

function flowTable(length: number): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write('FDST');
  bytes.writeUInt32BE(12, 4);
  bytes.writeUInt32BE(1, 8);
  bytes.writeUInt32BE(length, 16);
  return bytes;
}

function textRecords(text: Buffer, packing: Packing = 'plain'): Buffer[] {
  const records: Buffer[] = [];
  for (let at = 0; at < text.length; at += TEXT_RECORD) {
    const part = text.subarray(at, at + TEXT_RECORD);
    records.push(packing === 'plain' ? part : packed(part));
  }
  return records;
}

/** PalmDoc: a space and a letter are one byte, bytes of no letters stand behind their number. */
function packed(text: Buffer): Buffer {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const [byte = 0, next = 0] = text.subarray(at, at + 2);
    if (byte === 0x20 && next >= 0x40 && next < 0x80) [at] = [at + 1, bytes.push(next ^ 0x80)];
    else if (byte >= 0x80 || (byte > 0 && byte < 9)) bytes.push(1, byte);
    else bytes.push(byte);
  }
  return Buffer.from(bytes);
}

interface FirstRecord {
  readonly version: number;
  readonly length: number;
  readonly texts: number;
  /** The first record that is no text. */
  readonly after: number;
  /** What else stands there, by position. */
  readonly fields: Readonly<Record<number, number>>;
}

function firstRecord(book: KindleBook, { version, length, texts, after, fields }: FirstRecord): Buffer {
  const title = Buffer.from(book.title ?? 'Book');
  const size = version === 8 ? 264 : 232;
  const notes = describing([
    [503, title],
    [100, Buffer.from('A. Writer')],
  ]);
  const head = Buffer.alloc(16 + size);
  head.writeUInt16BE(book.packing === 'palmdoc' ? 2 : 1, 0);
  head.writeUInt32BE(length, 4);
  head.writeUInt16BE(texts, 8);
  head.writeUInt16BE(TEXT_RECORD, 10);
  head.writeUInt16BE(book.locked ? 2 : 0, 12);
  head.write('MOBI', 16);
  const always = {
    20: size,
    24: 2,
    28: UTF8,
    32: 1,
    36: version,
    80: after,
    84: head.length + notes.length,
    88: title.length,
    104: version,
    128: 0x50,
  };
  for (let at = 40; at < 80; at += 4) head.writeUInt32BE(NONE, at);
  for (const at of [164, 168, 172, 224, 232, 236, 244]) if (at + 4 <= head.length) head.writeUInt32BE(NONE, at);
  for (const [at, value] of Object.entries({ ...always, ...fields })) head.writeUInt32BE(value >>> 0, Number(at));
  const first = Buffer.concat([head, notes, title, Buffer.alloc(2052)]);
  book.spoil?.(first);
  return first;
}

/** What is known about a book (EXTH). */
function describing(notes: readonly (readonly [type: number, value: Buffer])[]): Buffer {
  const rows = notes.map(([type, value]) => {
    const row = Buffer.alloc(8);
    row.writeUInt32BE(type, 0);
    row.writeUInt32BE(8 + value.length, 4);
    return Buffer.concat([row, value]);
  });
  const body = Buffer.concat(rows);
  const head = Buffer.alloc(12);
  head.write('EXTH');
  head.writeUInt32BE(12 + body.length, 4);
  head.writeUInt32BE(rows.length, 8);
  return Buffer.concat([head, body, Buffer.alloc(4 - (body.length % 4))]);
}
