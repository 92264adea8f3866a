import { deflateSync, inflateSync } from 'node:zlib';
import { tooComplex } from '../refusals.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';
import { checksum, flavourOf, padded, readSfnt, type Sfnt, sizeOf, sorted, writeSfnt } from './sfnt.ts';

/** wOFF */
const SIGNATURE = 0x774f4646;
const HEADER = 44;
const ENTRY = 20;

/**
 * Reads a font in the first Web Open Font Format (W3C WOFF 1.0).
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function readWoff(bytes: Buffer): Sfnt {
  if (bytes.length < HEADER || bytes.readUInt32BE(0) !== SIGNATURE) throw unreadable('no header');
  const count = bytes.readUInt16BE(12);
  if (count > LIMITS.tables || HEADER + count * ENTRY > bytes.length) throw unreadable(`${count} tables`);
  const tables = new Map<string, Buffer>();
  let size = 0;
  for (let entry = HEADER; tables.size < count; entry += ENTRY) {
    const tag = bytes.toString('latin1', entry, entry + 4);
    const [start, packed, length] = [4, 8, 12].map((field) => bytes.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    size += length;
    if (size > LIMITS.size) throw tooComplex('The font is too large, unpacked.');
    if (start + packed > bytes.length || packed > length || tables.has(tag)) throw unreadable(`table ${tag}`);
    tables.set(tag, unpack(bytes.subarray(start, start + packed), length));
  }
  return { flavour: flavourOf(bytes.readUInt32BE(4)), tables };
}

/** What does not get smaller lies there as it is. */
function unpack(packed: Buffer, length: number): Buffer {
  if (packed.length === length) return packed;
  try {
    const table = inflateSync(packed, { maxOutputLength: Math.max(length, 1) });
    if (table.length === length) return table;
  } catch (error) {
    throw unreadable(error);
  }
  throw unreadable(`a table is not of ${length} bytes`);
}

/** The font in the first Web Open Font Format. */
export function writeWoff(font: Sfnt): Buffer {
  // The checksum of the whole, which is in one of the tables, is that of the font unpacked.
  const settled = readSfnt(writeSfnt(font));
  const tables = sorted(settled).map(([tag, table]) => ({ tag, table, packed: pack(table) }));
  const head = Buffer.alloc(HEADER + tables.length * ENTRY);
  let at = head.length;
  for (const [index, { tag, table, packed }] of tables.entries()) {
    const entry = HEADER + index * ENTRY;
    head.write(tag, entry, 'latin1');
    head.writeUInt32BE(at, entry + 4);
    head.writeUInt32BE(packed.length, entry + 8);
    head.writeUInt32BE(table.length, entry + 12);
    head.writeUInt32BE(tag === 'head' ? headChecksum(table) : checksum(inWords(table)), entry + 16);
    at += padded(packed.length);
  }
  head.writeUInt32BE(SIGNATURE, 0);
  head.writeUInt32BE(font.flavour, 4);
  head.writeUInt32BE(at, 8);
  head.writeUInt16BE(tables.length, 12);
  head.writeUInt32BE(sizeOf(settled), 16);
  head.writeUInt16BE(1, 20);
  return Buffer.concat([head, ...tables.map(({ packed }) => inWords(packed))]);
}

function pack(table: Buffer): Buffer {
  const packed = deflateSync(table, { level: 9 });
  return packed.length < table.length ? packed : table;
}

/** Filled up to whole words. */
function inWords(bytes: Buffer): Buffer {
  return Buffer.concat([bytes], padded(bytes.length));
}

/** Without the checksum of the whole font, which is in it. */
function headChecksum(table: Buffer): number {
  const bare = inWords(table);
  bare.writeUInt32BE(0, 8);
  return checksum(bare);
}
