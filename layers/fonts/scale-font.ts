import opentype from 'opentype.js';

/** What becomes of a font that takes the place of another whose letters are smaller or larger. */
export interface Scaling {
  readonly family: string;
  readonly style: 'Regular' | 'Bold';
  /** How large its letters become; 1 leaves them as they are. */
  readonly scale: number;
  /** Of a line, above and below its baseline, in thousandths of the font size. */
  readonly ascent: number;
  readonly descent: number;
  /** The width of a space, in thousandths of the font size, where it does not follow from the letters. */
  readonly space?: number;
}

const UNITS = 1000;
const MOST_UNITS = 16_384;
const TABLE_ENTRY = 16;
const HEADER = 12;
const HEAD_CHECKSUM = 8;
/** What the checksums of a font and of its table `head` add up to (OpenType 1.9, `head`). */
const CHECKSUM = 0xb1b0afba;
const WINDOWS = 3;
const ENGLISH = 0x409;
const UNICODE = 1;

type Tables = Map<string, Buffer>;

/**
 * A TrueType font with the same outlines and rules for joining letters, at another size, under another name. Only its grid
 * changes: what fonts of Arabic or Thai say of letters that touch each other is lost by programs that write outlines anew.
 * Tables as OpenType 1.9 states them.
 */
export function scaleFont(data: Buffer, scaling: Scaling): Buffer {
  const font = opentype.parse(new Uint8Array(data).buffer);
  const tables = readTables(data);
  const units = Math.round(font.unitsPerEm / scaling.scale);
  if (units > MOST_UNITS) throw new RangeError(`${scaling.family}: a font has at most ${MOST_UNITS} units.`);
  table(tables, 'head').writeUInt16BE(units, 18);
  writeHeights(tables, scaling, units);
  if (scaling.space !== undefined) {
    const glyph = font.charToGlyph(' ').index;
    table(tables, 'hmtx').writeUInt16BE(Math.round((scaling.space * units) / UNITS), 4 * glyph);
  }
  tables.set('name', names(scaling, font.names));
  // A signature of what it was before.
  tables.delete('DSIG');
  return writeTables(tables);
}

function table(tables: Tables, tag: string): Buffer {
  const found = tables.get(tag);
  if (!found) throw new Error(`The font has no table "${tag}".`);
  return found;
}

function readTables(data: Buffer): Tables {
  const tables: Tables = new Map();
  for (let at = 0; at < data.readUInt16BE(4); at++) {
    const entry = HEADER + TABLE_ENTRY * at;
    const [start, length] = [data.readUInt32BE(entry + 8), data.readUInt32BE(entry + 12)];
    tables.set(data.toString('latin1', entry, entry + 4), Buffer.from(data.subarray(start, start + length)));
  }
  return tables;
}

/** In all three places that programs look at, without a gap between lines. */
function writeHeights(tables: Tables, { ascent, descent }: Scaling, units: number): void {
  const [above, below] = [Math.round((ascent * units) / UNITS), Math.round((descent * units) / UNITS)];
  const [hhea, os2] = [table(tables, 'hhea'), table(tables, 'OS/2')];
  for (const [part, at] of [[hhea, 4] as const, [os2, 68] as const]) {
    part.writeInt16BE(above, at);
    part.writeInt16BE(-below, at + 2);
    part.writeInt16BE(0, at + 4);
  }
  os2.writeUInt16BE(above, 74);
  os2.writeUInt16BE(below, 76);
}

function names(
  { family, style }: Scaling,
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

function writeTables(tables: Tables): Buffer {
  table(tables, 'head').writeUInt32BE(0, HEAD_CHECKSUM);
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const header = Buffer.alloc(HEADER + TABLE_ENTRY * sorted.length);
  header.writeUInt32BE(0x10000);
  header.writeUInt16BE(sorted.length, 4);
  const power = Math.floor(Math.log2(sorted.length));
  header.writeUInt16BE(TABLE_ENTRY * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(TABLE_ENTRY * (sorted.length - 2 ** power), 10);
  const parts: Buffer[] = [];
  let offset = header.length;
  let head = 0;
  for (const [at, [tag, data]] of sorted.entries()) {
    const padded = Buffer.concat([data, Buffer.alloc(-data.length & 3)]);
    const entry = HEADER + TABLE_ENTRY * at;
    header.write(tag, entry, 'latin1');
    header.writeUInt32BE(checksum(padded), entry + 4);
    header.writeUInt32BE(offset, entry + 8);
    header.writeUInt32BE(data.length, entry + 12);
    if (tag === 'head') head = offset;
    parts.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat([header, ...parts]);
  font.writeUInt32BE((CHECKSUM - checksum(font)) >>> 0, head + HEAD_CHECKSUM);
  return font;
}

function checksum(data: Buffer): number {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4) sum = (sum + data.readUInt32BE(at)) >>> 0;
  return sum;
}
