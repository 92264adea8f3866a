import { palmRecords, unpackPalmText } from './palm-database.ts';

/** What a Mobipocket book says, read from its records. */
export interface MobipocketBook {
  /** 6, or 8 for KF8. */
  readonly version: number;
  /** The page that it is, as HTML. */
  readonly text: string;
  readonly title: string;
  readonly author: string;
  readonly language: string;
  /** The picture that is its cover. */
  readonly cover: Buffer | undefined;
  /** The entries of its table of contents, all in one text. */
  readonly contents: string;
}

const NOWHERE = 0xffffffff;

/** Reads a Mobipocket or KF8 book, by what is known of the formats: an eye of its own. */
export function readMobipocket(file: Buffer): MobipocketBook {
  const records = palmRecords(file);
  const head = records[0] ?? Buffer.alloc(0);
  const entries = extension(head);
  const words = (type: number) => entries.get(type)?.toString() ?? '';
  const firstPicture = head.readUInt32BE(0x6c);
  const cover = entries.get(201)?.readUInt32BE(0);
  const title = head.toString('utf8', head.readUInt32BE(0x54), head.readUInt32BE(0x54) + head.readUInt32BE(0x58));
  return {
    version: head.readUInt32BE(0x24),
    text: textOf(records, head).toString(),
    title: words(503) || title,
    author: words(100),
    language: words(524),
    cover: cover === undefined ? undefined : records[firstPicture + cover],
    contents: contentsOf(records, head),
  };
}

function extension(head: Buffer): Map<number, Buffer> {
  const start = 16 + head.readUInt32BE(0x14);
  if (head.toString('latin1', start, start + 4) !== 'EXTH') throw new Error('there are no entries');
  const entries = new Map<number, Buffer>();
  let at = start + 12;
  for (let left = head.readUInt32BE(start + 8); left > 0; left--) {
    const length = head.readUInt32BE(at + 4);
    entries.set(head.readUInt32BE(at), head.subarray(at + 8, at + length));
    at += length;
  }
  return entries;
}

function textOf(records: readonly Buffer[], head: Buffer): Buffer {
  const [compression, count] = [head.readUInt16BE(0), head.readUInt16BE(8)];
  if (compression !== 2) throw new Error(`compression ${compression}`);
  const flags = head.readUInt32BE(0xf0) & 0xffff;
  const parts = records.slice(1, count + 1).map((record) => unpackPalmText(withoutTrailers(record, flags)));
  return Buffer.concat(parts).subarray(0, head.readUInt32BE(4));
}

/** Behind the text of a record stand entries whose lengths are their last bytes; and the rest of a letter cut in two. */
function withoutTrailers(record: Buffer, flags: number): Buffer {
  let rest = record;
  for (let bits = flags >> 1; bits; bits >>= 1)
    if (bits & 1) rest = rest.subarray(0, rest.length - trailerLength(rest));
  return flags & 1 ? rest.subarray(0, rest.length - ((rest.at(-1) ?? 0) & 3) - 1) : rest;
}

function trailerLength(record: Buffer): number {
  let length = 0;
  for (const byte of record.subarray(-4)) length = byte & 0x80 ? byte & 0x7f : (length << 7) | byte;
  return length;
}

/** The index of the table of contents keeps its titles in a record of their own, behind those of the index. */
function contentsOf(records: readonly Buffer[], head: Buffer): string {
  const index = head.readUInt32BE(0xf4);
  if (index === NOWHERE) return '';
  const found = records.slice(index).findIndex((record, at) => at > 0 && record.toString('latin1', 0, 4) !== 'INDX');
  return records[index + found]?.toString() ?? '';
}
