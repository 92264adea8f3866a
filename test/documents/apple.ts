import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { decompressSnappy } from '../../functions/engines/decompress-snappy.ts';
import { unzip } from '../support/unzip.ts';
import { zip } from './package.ts';

/** The most that a piece of an archive holds, in bytes. */
const PIECE = 60_000;
/** One of our files, with changes in each of its archives. */
export function changedApple(name: string, change: (content: Buffer) => Buffer): Promise<Buffer> {
  const files: Record<string, Buffer> = {};
  for (const [path, file] of unzip(readFileSync(join(import.meta.dirname, 'files', name))))
    files[path] = path.endsWith('.iwa') ? archive(change(contentOf(file))) : file;
  return zip(files);
}

function contentOf(file: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < file.length; ) {
    const end = at + 4 + file.readUIntLE(at + 1, 3);
    pieces.push(decompressSnappy(file.subarray(at + 4, end), 1 << 20));
    at = end;
  }
  return Buffer.concat(pieces);
}

/** An archive that packs nothing together. */
export function archive(content: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += PIECE) {
    const part = content.subarray(at, at + PIECE);
    const text = [61 << 2, (part.length - 1) & 0xff, (part.length - 1) >> 8];
    const piece = Buffer.concat([varint(part.length), Buffer.from(text), part]);
    const head = Buffer.alloc(4);
    head.writeUIntLE(piece.length, 1, 3);
    pieces.push(head, piece);
  }
  return Buffer.concat(pieces);
}

export function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    bytes.push((left % 128) + (left >= 128 ? 128 : 0));
    if (left < 128) return Buffer.from(bytes);
  }
}

/** A field of a protocol buffer: a number, a text, or what has fields again. */
export type Field = readonly [number: number, value: number | string | Buffer | readonly Field[]];

/** A protocol buffer. */
export function message(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [varint(number * 8), varint(value)];
      const bytes = typeof value === 'string' || Buffer.isBuffer(value) ? Buffer.from(value) : message(value);
      return [varint(number * 8 + 2), varint(bytes.length), bytes];
    }),
  );
}

/** The content of an archive: objects by their numbers, with their kinds. */
export function objects(all: readonly (readonly [id: number, type: number, fields: readonly Field[]])[]): Buffer {
  return Buffer.concat(
    all.flatMap(([id, type, fields]) => {
      const body = message(fields);
      const head = message([
        [1, id],
        [
          2,
          [
            [1, type],
            [3, body.length],
          ],
        ],
      ]);
      return [varint(head.length), head, body];
    }),
  );
}

/** The rows of a workbook of one table, and the list of its texts. */
export function workbook(cells: readonly Buffer[]): Promise<Buffer> {
  const offsets = Buffer.alloc(cells.length * 2);
  let end = 0;
  for (const [index, cell] of cells.entries()) {
    offsets.writeInt16LE(end, index * 2);
    end += cell.length;
  }
  const row = message([field(1, 0), field(6, Buffer.concat(cells)), field(7, offsets)]);
  const text = message([field(1, 9), field(3, 'nine & more')]);
  const rows = [6, 6002, [field(5, row)]] as const;
  return zip({ 'Index/Document.iwa': archive(objects([rows, [7, 6005, [field(3, text)]]])) });
}

const field = (number: number, value: Field[1]): Field => [number, value];

/** A cell since 2015: its kind, what flags say that there is, and that. */
export function cell(kind: number, flags: number, value: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.set([5, kind]);
  head.writeUInt32LE(flags, 8);
  return Buffer.concat([head, value]);
}

/** A decimal number as cells hold it. */
export function decimal(digits: bigint, exponent: number, negative = false): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.writeBigUInt64LE(digits & 0xffff_ffff_ffff_ffffn, 0);
  bytes.writeBigUInt64LE(digits >> 64n, 8);
  bytes.writeUInt16LE((bytes.readUInt16LE(14) & 1) | (0x3040 + exponent * 2) | (negative ? 0x8000 : 0), 14);
  return bytes;
}
