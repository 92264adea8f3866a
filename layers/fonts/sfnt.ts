/** Reads and writes the tables of TrueType fonts and collections, as OpenType 1.9 states them. */

/** The tables of a font by their tags. */
export type Tables = Map<string, Buffer>;

/** The height of a line, above and below its baseline, in thousandths of the font size. */
export interface LineHeight {
  readonly ascent: number;
  readonly descent: number;
}

/** What a font is called. */
export interface FontName {
  readonly family: string;
  readonly style: 'Regular' | 'Bold';
}

const THOUSAND = 1000;
const TABLE_ENTRY = 16;
const HEADER = 12;
const VERSION = 0x10000;
const COLLECTION_HEADER = 12;
const HEAD_CHECKSUM = 8;
/** What the checksums of a font and of its table `head` add up to. */
const CHECKSUM = 0xb1b0afba;
const WINDOWS = 3;
const ENGLISH = 0x409;
const UNICODE = 1;

export function tableOf(tables: Tables, tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`The font has no table "${tag}".`);
  return found;
}

export function readTables(data: Buffer): Tables {
  const tables: Tables = new Map();
  for (let at = 0; at < data.readUInt16BE(4); at++) {
    const entry = HEADER + TABLE_ENTRY * at;
    const [start, length] = [data.readUInt32BE(entry + 8), data.readUInt32BE(entry + 12)];
    tables.set(data.toString('latin1', entry, entry + 4), Buffer.from(data.subarray(start, start + length)));
  }
  return tables;
}

/**
 * Sets the height of lines in all three places that programs look at, without a gap between lines.
 * @param units how many units the font size has
 */
export function writeHeights(tables: Tables, { ascent, descent }: LineHeight, units: number): void {
  const [above, below] = [Math.round((ascent * units) / THOUSAND), Math.round((descent * units) / THOUSAND)];
  const [hhea, os2] = [tableOf(tables, 'hhea'), tableOf(tables, 'OS/2')];
  for (const [part, at] of [[hhea, 4] as const, [os2, 68] as const]) {
    part.writeInt16BE(above, at);
    part.writeInt16BE(-below, at + 2);
    part.writeInt16BE(0, at + 4);
  }
  os2.writeUInt16BE(above, 74);
  os2.writeUInt16BE(below, 76);
}

/** Sets the advance width of a glyph, in thousandths of the font size; glyphs that share theirs are left alone. */
export function writeWidth(tables: Tables, glyph: number, width: number, units: number): void {
  tableOf(tables, 'hmtx').writeUInt16BE(Math.round((width * units) / THOUSAND), 4 * glyph);
}

/** The table `name` of a font, with the copyright and licence that it had. */
export function nameTable(
  { family, style }: FontName,
  old: Readonly<Record<string, { readonly en?: string } | undefined>>,
): Buffer {
  const texts = [
    [0, old.copyright?.en],
    [1, family],
    [2, style],
    [3, `${family} ${style}`],
    [4, style === 'Bold' ? `${family} Bold` : family],
    [6, `${family.replaceAll(' ', '')}-${style}`],
    [13, old.license?.en],
  ] as const;
  const known = texts.flatMap(([id, text]) => (text ? [{ id, text: Buffer.from(text, 'utf16le').swap16() }] : []));
  const records = Buffer.alloc(6 + 12 * known.length);
  records.writeUInt16BE(known.length, 2);
  records.writeUInt16BE(records.length, 4);
  let offset = 0;
  for (const [at, { id, text }] of known.entries()) {
    const values = [WINDOWS, UNICODE, ENGLISH, id, text.length, offset];
    for (const [place, value] of values.entries()) records.writeUInt16BE(value, 6 + 12 * at + 2 * place);
    offset += text.length;
  }
  return Buffer.concat([records, ...known.map(({ text }) => text)]);
}

/** A font of these tables. */
export function writeFont(tables: Tables): Buffer {
  tableOf(tables, 'head').writeUInt32BE(0, HEAD_CHECKSUM);
  const size = directorySize(tables);
  const { parts, offsets } = laidOut([tables], size);
  const font = Buffer.concat([directory(tables, offsets), ...parts]);
  const head = (offsets.get(tableOf(tables, 'head')) ?? 0) + HEAD_CHECKSUM;
  font.writeUInt32BE((CHECKSUM - checksum(font)) >>> 0, head);
  return font;
}

/** A collection of fonts. A table that several of them have, as the same buffer, stands in it once. */
export function writeCollection(fonts: readonly Tables[]): Buffer {
  const header = Buffer.alloc(COLLECTION_HEADER + 4 * fonts.length);
  header.write('ttcf', 'latin1');
  header.writeUInt32BE(VERSION, 4);
  header.writeUInt32BE(fonts.length, 8);
  let start = header.length;
  for (const [at, tables] of fonts.entries()) {
    header.writeUInt32BE(start, COLLECTION_HEADER + 4 * at);
    start += directorySize(tables);
  }
  const { parts, offsets } = laidOut(fonts, start);
  return Buffer.concat([header, ...fonts.map((tables) => directory(tables, offsets)), ...parts]);
}

const directorySize = (tables: Tables) => HEADER + TABLE_ENTRY * tables.size;

/** All tables one after another, each at a multiple of four bytes, and where each of them is. */
function laidOut(fonts: readonly Tables[], start: number) {
  const parts: Buffer[] = [];
  const offsets = new Map<Buffer, number>();
  let offset = start;
  for (const [, data] of fonts.flatMap(sorted)) {
    if (offsets.has(data)) continue;
    const part = padded(data);
    offsets.set(data, offset);
    parts.push(part);
    offset += part.length;
  }
  return { parts, offsets };
}

function directory(tables: Tables, offsets: ReadonlyMap<Buffer, number>): Buffer {
  const header = Buffer.alloc(directorySize(tables));
  header.writeUInt32BE(VERSION);
  header.writeUInt16BE(tables.size, 4);
  const power = Math.floor(Math.log2(tables.size));
  header.writeUInt16BE(TABLE_ENTRY * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(TABLE_ENTRY * (tables.size - 2 ** power), 10);
  for (const [at, [tag, data]] of sorted(tables).entries()) {
    const entry = HEADER + TABLE_ENTRY * at;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(checksum(padded(data)), entry + 4);
    header.writeUInt32BE(offsets.get(data) ?? 0, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
  }
  return header;
}

const sorted = (tables: Tables) => [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
const padded = (data: Buffer) => Buffer.concat([data, Buffer.alloc(-data.length & 3)]);

function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}
