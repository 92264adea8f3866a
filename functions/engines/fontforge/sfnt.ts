import { tooComplex } from '../refusals.ts';
import { LIMITS } from './limits.ts';
import { unreadable } from './refusals.ts';

/** The sfnt versions of fonts, by their outlines. */
export const TRUETYPE = 0x00010000;
export const CFF = 0x4f54544f; // OTTO
/** Apple's version of TrueType. */
const APPLE_TRUETYPE = 0x74727565; // true

/** The platform and encoding IDs of a Unicode BMP subtable of `cmap`. */
const UNICODE = 0x00030001;

const HEADER = 12;
const ENTRY = 16;
/** The offset of `checksumAdjustment` in `head`, and the checksum of a whole font with it. */
const ADJUSTMENT = 8;
const FONT_CHECKSUM = 0xb1b0afba;

/** The tables of a TrueType or OpenType font, in whatever container (ISO/IEC 14496-22). */
export interface Sfnt {
  readonly flavour: typeof TRUETYPE | typeof CFF;
  /** By their tags. */
  readonly tables: ReadonlyMap<string, Buffer>;
}

/** The flavour of an sfnt version. */
export function flavourOf(version: number): Sfnt['flavour'] {
  if (version === CFF) return CFF;
  if (version === TRUETYPE || version === APPLE_TRUETYPE) return TRUETYPE;
  throw unreadable(`fonts do not begin with ${version.toString(16)}`);
}

/**
 * Reads a font.
 * @param at the offset of its table directory
 * @throws ConversionError UNREADABLE_FILE
 */
export function readSfnt(bytes: Buffer, at = 0): Sfnt {
  if (at + HEADER > bytes.length) throw unreadable('no list of tables');
  const flavour = flavourOf(bytes.readUInt32BE(at));
  const count = bytes.readUInt16BE(at + 4);
  if (count > LIMITS.tables || at + HEADER + count * ENTRY > bytes.length) throw unreadable(`${count} tables`);
  const tables = new Map<string, Buffer>();
  for (let entry = at + HEADER; tables.size < count; entry += ENTRY) {
    const tag = bytes.toString('latin1', entry, entry + 4);
    const [start, length] = [bytes.readUInt32BE(entry + 8), bytes.readUInt32BE(entry + 12)];
    if (start + length > bytes.length || tables.has(tag)) throw unreadable(`table ${tag} at ${start} of ${length}`);
    tables.set(tag, bytes.subarray(start, start + length));
  }
  return { flavour, tables };
}

/** The offset in a `cmap` of its subtable of Unicode characters of the BMP; undefined where it has none. */
export function unicodeSubtable(cmap: Buffer): number | undefined {
  const records = Array.from({ length: cmap.readUInt16BE(2) }, (_, index) => 4 + 8 * index);
  const record = records.find((at) => cmap.readUInt32BE(at) === UNICODE);
  return record === undefined ? undefined : cmap.readUInt32BE(record + 4);
}

/** The offsets of the fonts of a collection. */
export function offsetsInCollection(bytes: Buffer): number[] {
  const count = bytes.length < HEADER ? 0 : bytes.readUInt32BE(8);
  if (count > LIMITS.fonts) throw tooComplex(`The file holds more than ${LIMITS.fonts} fonts.`);
  if (count === 0 || HEADER + count * 4 > bytes.length) throw unreadable(`a collection of ${count} fonts`);
  return Array.from({ length: count }, (_, index) => bytes.readUInt32BE(HEADER + index * 4));
}

/** The bytes of a font as a file. */
export function sizeOf({ tables }: Sfnt): number {
  return [...tables.values()].reduce((sum, { length }) => sum + padded(length), HEADER + tables.size * ENTRY);
}

/** Writes a TrueType or OpenType file. */
export function writeSfnt(font: Sfnt): Buffer {
  const tables = sorted(font);
  const result = Buffer.alloc(sizeOf(font));
  writeHeader(result, font.flavour, tables.length);
  let [at, head] = [HEADER + tables.length * ENTRY, -1];
  for (const [index, [tag, table]] of tables.entries()) {
    table.copy(result, at);
    if (tag === 'head') {
      head = at;
      result.writeUInt32BE(0, at + ADJUSTMENT);
    }
    const entry = HEADER + index * ENTRY;
    result.write(tag, entry, 'latin1');
    result.writeUInt32BE(checksum(result.subarray(at, at + padded(table.length))), entry + 4);
    result.writeUInt32BE(at, entry + 8);
    result.writeUInt32BE(table.length, entry + 12);
    at += padded(table.length);
  }
  if (head >= 0) result.writeUInt32BE((FONT_CHECKSUM - checksum(result)) >>> 0, head + ADJUSTMENT);
  return result;
}

/** The tables sorted by their tags. */
export function sorted({ tables }: Sfnt): [string, Buffer][] {
  return [...tables].sort(([first], [second]) => (first < second ? -1 : 1));
}

function writeHeader(result: Buffer, flavour: number, count: number): void {
  const power = 2 ** Math.floor(Math.log2(count));
  result.writeUInt32BE(flavour, 0);
  result.writeUInt16BE(count, 4);
  result.writeUInt16BE(power * ENTRY, 6);
  result.writeUInt16BE(Math.log2(power), 8);
  result.writeUInt16BE((count - power) * ENTRY, 10);
}

/** Tables are padded to four bytes. */
export function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}

/** The checksum of a table, whose length is a multiple of four. */
export function checksum(words: Buffer): number {
  let sum = 0;
  for (let at = 0; at < words.length; at += 4) sum = (sum + words.readUInt32BE(at)) >>> 0;
  return sum;
}
