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
    const [start, compressed, length] = [4, 8, 12].map((field) => bytes.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    size += length;
    if (size > LIMITS.size) throw tooComplex('The font is too large when decompressed.');
    if (start + compressed > bytes.length || compressed > length || tables.has(tag)) throw unreadable(`table ${tag}`);
    tables.set(tag, decompress(bytes.subarray(start, start + compressed), length));
  }
  return { flavour: flavourOf(bytes.readUInt32BE(4)), tables };
}

/** A table that compression would not shrink is stored. */
function decompress(compressed: Buffer, length: number): Buffer {
  if (compressed.length === length) return compressed;
  try {
    const table = inflateSync(compressed, { maxOutputLength: Math.max(length, 1) });
    if (table.length === length) return table;
  } catch (error) {
    throw unreadable(error);
  }
  throw unreadable(`a table is not of ${length} bytes`);
}

/** The font in the first Web Open Font Format. */
export function writeWoff(font: Sfnt): Buffer {
  // `head` has the checksum of the uncompressed font.
  const settled = readSfnt(writeSfnt(font));
  const tables = sorted(settled).map(([tag, table]) => ({ tag, table, compressed: compress(table) }));
  const header = Buffer.alloc(HEADER + tables.length * ENTRY);
  let at = header.length;
  for (const [index, { tag, table, compressed }] of tables.entries()) {
    const entry = HEADER + index * ENTRY;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(at, entry + 4);
    header.writeUInt32BE(compressed.length, entry + 8);
    header.writeUInt32BE(table.length, entry + 12);
    header.writeUInt32BE(tag === 'head' ? headChecksum(table) : checksum(paddedBytes(table)), entry + 16);
    at += padded(compressed.length);
  }
  header.writeUInt32BE(SIGNATURE, 0);
  header.writeUInt32BE(font.flavour, 4);
  header.writeUInt32BE(at, 8);
  header.writeUInt16BE(tables.length, 12);
  header.writeUInt32BE(sizeOf(settled), 16);
  header.writeUInt16BE(1, 20);
  return Buffer.concat([header, ...tables.map(({ compressed }) => paddedBytes(compressed))]);
}

function compress(table: Buffer): Buffer {
  const compressed = deflateSync(table, { level: 9 });
  return compressed.length < table.length ? compressed : table;
}

/** Pads to a multiple of four bytes. */
function paddedBytes(bytes: Buffer): Buffer {
  return Buffer.concat([bytes], padded(bytes.length));
}

/** The checksum of `head`, without the adjustment in it. */
function headChecksum(table: Buffer): number {
  const bare = paddedBytes(table);
  bare.writeUInt32BE(0, 8);
  return checksum(bare);
}
