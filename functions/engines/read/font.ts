import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { hex, meaningOf } from '../djvulibre/invisible-font.ts';
import { readSfnt, type Sfnt, TRUETYPE, writeSfnt } from '../fontforge/sfnt.ts';
import type { PdfFile, PdfReference } from '../sharp/pdf/pdf-file.ts';

/** Numbers of the platform and the encoding of a table of Unicode's first plane. */
const UNICODE = 0x00030001;

/** Tables that stay as they are, beside the outlines of glyphs and where those lie (OpenType, PDF 9.9). */
const COPIED = ['cvt ', 'fpgm', 'hhea', 'hmtx', 'maxp', 'prep'];
/** Where the head says how places of glyphs are written, and what it says of those with four bytes. */
const [LOCA_FORMAT, LONG] = [50, 1];

/** A TrueType font of ours, and which of its glyphs are used. */
export class Font {
  readonly #font: Sfnt;
  /** The glyphs of characters of the first plane. */
  readonly #glyphs = new Map<number, number>();
  readonly #used = new Map<number, string>();

  private constructor(bytes: Buffer) {
    this.#font = readSfnt(bytes);
    this.#readGlyphs();
  }

  /** Reads a font of the layer of poppler. @param name of its file */
  static async read(name: string): Promise<Font> {
    return new Font(await readFile(pathOf(name)));
  }

  /** Reads a font of another folder at once, for what cannot wait. */
  static readNow(path: string): Font {
    return new Font(readFileSync(path));
  }

  /** Whether it has a character. */
  has(character: string): boolean {
    return this.#glyphs.has(character.codePointAt(0) ?? 0);
  }

  /** The width of a character, in parts of the size. */
  width(character: string): number {
    return this.#widthOf(this.#glyphs.get(character.codePointAt(0) ?? 0) ?? 0) / 1000;
  }

  /** The code of a character, in hexadecimal. */
  code(character: string): string {
    const glyph = this.#glyphs.get(character.codePointAt(0) ?? 0) ?? 0;
    this.#used.set(glyph, character);
    return hex(glyph, 4);
  }

  /** Adds the font to a file, with the glyphs that are used. */
  async addTo(pdf: PdfFile, name: string): Promise<PdfReference> {
    const file = this.#withUsed();
    const program = await pdf.add(`/Length1 ${file.length}`, file);
    const meaning = await pdf.add('', Buffer.from(meaningOf([...this.#used], 4)));
    const widths = [...this.#used.keys()].map((glyph) => `${glyph}[${this.#widthOf(glyph)}]`).join('');
    const descriptor = await pdf.add(
      `/Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[-1000 -300 2000 1000]/ItalicAngle 0/Ascent 905/Descent -212/CapHeight 729/StemV 80/FontFile2 ${program}`,
    );
    const glyphs = await pdf.add(
      `/Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor}/CIDToGIDMap/Identity/W[${widths}]`,
    );
    return pdf.add(
      `/Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${glyphs}]/ToUnicode ${meaning}`,
    );
  }

  /** Whether one of its characters has been used. */
  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  #table(name: string): Buffer {
    const table = this.#font.tables.get(name);
    if (table === undefined) throw new Error(`a font of ours has no ${name}`);
    return table;
  }

  /** The font without the outlines of other glyphs: all keep their numbers. */
  #withUsed(): Buffer {
    const wanted = new Set([0, ...this.#used.keys()]);
    // Parts of glyphs are added while they are walked through.
    for (const glyph of wanted) for (const part of partsOf(this.#outline(glyph))) wanted.add(part);
    const places = [0];
    const outlines: Buffer[] = [];
    for (let glyph = 0; glyph < this.#table('maxp').readUInt16BE(4); glyph++) {
      const outline = wanted.has(glyph) ? this.#outline(glyph) : Buffer.alloc(0);
      outlines.push(outline);
      places.push((places.at(-1) ?? 0) + outline.length);
    }
    const loca = Buffer.alloc(4 * places.length);
    for (const [glyph, place] of places.entries()) loca.writeUInt32BE(place, 4 * glyph);
    const head = Buffer.from(this.#table('head'));
    head.writeUInt16BE(LONG, LOCA_FORMAT);
    const copied = COPIED.flatMap((name): [string, Buffer][] => {
      const table = this.#font.tables.get(name);
      return table ? [[name, table]] : [];
    });
    const tables = new Map([...copied, ['glyf', Buffer.concat(outlines)], ['head', head], ['loca', loca]]);
    return writeSfnt({ flavour: TRUETYPE, tables });
  }

  #outline(glyph: number): Buffer {
    const loca = this.#table('loca');
    const isLong = this.#table('head').readUInt16BE(LOCA_FORMAT) === LONG;
    const place = (index: number) => (isLong ? loca.readUInt32BE(4 * index) : 2 * loca.readUInt16BE(2 * index));
    return this.#table('glyf').subarray(place(glyph), place(glyph + 1));
  }

  /** In thousandths of the size. */
  #widthOf(glyph: number): number {
    const last = this.#table('hhea').readUInt16BE(34) - 1;
    const width = this.#table('hmtx').readUInt16BE(4 * Math.min(glyph, last));
    return Math.round((1000 * width) / this.#table('head').readUInt16BE(18));
  }

  /** Format 4 of its map of characters: segments, each with a shift or a list of glyphs (OpenType, cmap). */
  #readGlyphs(): void {
    const cmap = this.#table('cmap');
    const u16 = (at: number) => cmap.readUInt16BE(at);
    const maps = Array.from({ length: u16(2) }, (_, index) => 4 + 8 * index);
    const map = cmap.readUInt32BE((maps.find((at) => cmap.readUInt32BE(at) === UNICODE) ?? 0) + 4);
    const size = u16(map + 6);
    for (let end = map + 14; end < map + 14 + size; end += 2) {
      const [start, shift, place] = [end + size + 2, end + 2 * size + 2, end + 3 * size + 2];
      const offset = u16(place);
      for (let code = u16(start); code <= u16(end) && code < 0xffff; code++) {
        const listed = offset === 0 ? code : u16(place + offset + 2 * (code - u16(start)));
        const glyph = offset !== 0 && listed === 0 ? 0 : (listed + u16(shift)) & 0xffff;
        if (glyph !== 0) this.#glyphs.set(code, glyph);
      }
    }
  }
}

function pathOf(name: string): string {
  return join(layerFolder('poppler'), 'fonts', `${name}.ttf`);
}

/** The glyphs that one is put together from (OpenType, glyf). */
function partsOf(outline: Buffer): number[] {
  if (outline.length < 10 || outline.readInt16BE() >= 0) return [];
  const parts: number[] = [];
  for (let at = 10, more = true; more; ) {
    const flags = outline.readUInt16BE(at);
    parts.push(outline.readUInt16BE(at + 2));
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0;
    at += 4 + (flags & 0x01 ? 4 : 2) + scale;
    more = (flags & 0x20) !== 0;
  }
  return parts;
}
