import opentype from 'opentype.js';

/** What is used of a font that opentype.js has read. */
interface Font {
  readonly numGlyphs: number;
  readonly glyphs: { get(glyph: number): Readonly<Record<'advanceWidth' | 'xMin' | 'yMin' | 'xMax' | 'yMax', number>> };
  readonly tables: { readonly cmap: { readonly glyphIndexMap: Readonly<Record<string, number>> } };
}

/** A font as opentype.js reads it, without any code of the writers. */
export class FontFile {
  readonly tables: ReadonlyMap<string, Buffer>;
  readonly #font: Font;

  constructor(bytes: Buffer, tables: ReadonlyMap<string, Buffer>) {
    this.tables = tables;
    this.#font = opentype.parse(new Uint8Array(bytes).buffer) as unknown as Font;
  }

  table(tag: string): Buffer {
    const table = this.tables.get(tag);
    if (!table) throw new Error(`there is no table ${tag}`);
    return table;
  }

  get glyphs(): number {
    return this.#font.numGlyphs;
  }

  widthOf(glyph: number): number {
    return this.#font.glyphs.get(glyph).advanceWidth;
  }

  /** The glyphs of characters. */
  characters(): Map<number, number> {
    return new Map(Object.entries(this.#font.tables.cmap.glyphIndexMap).map(([code, glyph]) => [Number(code), glyph]));
  }

  /** The bounding box of a TrueType outline: left, bottom, right, top. */
  boundsOf(glyph: number): number[] {
    const { xMin, yMin, xMax, yMax } = this.#font.glyphs.get(glyph);
    return [xMin, yMin, xMax, yMax];
  }
}

/** A TrueType or OpenType file. */
export function readFont(bytes: Buffer): FontFile {
  const places = Array.from({ length: bytes.readUInt16BE(4) }, (_, index) => 12 + index * 16);
  const tables = places.map((at): [string, Buffer] => {
    const [start, length] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    return [bytes.toString('latin1', at, at + 4), bytes.subarray(start, start + length)];
  });
  return new FontFile(bytes, new Map(tables));
}

/** A file of the first Web Open Font Format; its tables, which are packed, are not looked at. */
export const readWoff = (bytes: Buffer): FontFile => new FontFile(bytes, new Map());

/** An uncompressed Embedded OpenType file, which ends with the font. */
export function readEot(bytes: Buffer): FontFile {
  return readFont(bytes.subarray(bytes.readUInt32LE(0) - bytes.readUInt32LE(4)));
}
