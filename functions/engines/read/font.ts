import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { readSfnt, type Sfnt, unicodeSubtable } from '../fontforge/sfnt.ts';
import type { PdfFile, PdfReference } from '../sharp/pdf/pdf-file.ts';
import { hex, toUnicode } from '../sharp/pdf/to-unicode.ts';

/** A shipped TrueType font, and the glyphs of it that are used. */
export class Font {
  readonly #bytes: Buffer;
  readonly #font: Sfnt;
  /** The glyphs of characters of the BMP. */
  readonly #glyphs = new Map<number, number>();
  readonly #used = new Map<number, string>();

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#font = readSfnt(bytes);
    this.#readGlyphs();
  }

  /** Reads a font of poppler's layer. @param name of its file */
  static async read(name: string): Promise<Font> {
    return new Font(await readFile(pathOf(name)));
  }

  /** Reads a font synchronously. */
  static readNow(path: string): Font {
    return new Font(readFileSync(path));
  }

  has(character: string): boolean {
    return this.#glyphs.has(character.codePointAt(0) ?? 0);
  }

  /** The width of a character, relative to the font size. */
  width(character: string): number {
    return this.#widthOf(this.#glyphs.get(character.codePointAt(0) ?? 0) ?? 0) / 1000;
  }

  /** The code of a character, in hexadecimal. */
  code(character: string): string {
    const glyph = this.#glyphs.get(character.codePointAt(0) ?? 0) ?? 0;
    this.#used.set(glyph, character);
    return hex(glyph, 4);
  }

  /** Embeds the whole font in a PDF file. */
  async addTo(pdf: PdfFile, name: string): Promise<PdfReference> {
    const program = await pdf.add(`/Length1 ${this.#bytes.length}`, this.#bytes);
    const unicode = await pdf.add('', Buffer.from(toUnicode([...this.#used], 4)));
    const widths = [...this.#used.keys()].map((glyph) => `${glyph}[${this.#widthOf(glyph)}]`).join('');
    const descriptor = await pdf.add(
      `/Type/FontDescriptor/FontName/${name}/Flags 4/FontBBox[-1000 -300 2000 1000]/ItalicAngle 0/Ascent 905/Descent -212/CapHeight 729/StemV 80/FontFile2 ${program}`,
    );
    const glyphs = await pdf.add(
      `/Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor}/CIDToGIDMap/Identity/W[${widths}]`,
    );
    return pdf.add(
      `/Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${glyphs}]/ToUnicode ${unicode}`,
    );
  }

  /** Whether one of its characters has been used. */
  get isUsed(): boolean {
    return this.#used.size > 0;
  }

  #table(name: string): Buffer {
    const table = this.#font.tables.get(name);
    if (table === undefined) throw new Error(`the font has no ${name}`);
    return table;
  }

  /** In thousandths of the font size. */
  #widthOf(glyph: number): number {
    const last = this.#table('hhea').readUInt16BE(34) - 1;
    const width = this.#table('hmtx').readUInt16BE(4 * Math.min(glyph, last));
    return Math.round((1000 * width) / this.#table('head').readUInt16BE(18));
  }

  /** Reads a cmap subtable of format 4: segments, each with a delta or a list of glyphs (OpenType, cmap). */
  #readGlyphs(): void {
    const cmap = this.#table('cmap');
    const u16 = (at: number) => cmap.readUInt16BE(at);
    const map = unicodeSubtable(cmap);
    if (map === undefined) throw new Error('the font has no Unicode characters');
    const size = u16(map + 6);
    for (let end = map + 14; end < map + 14 + size; end += 2) {
      const [start, delta, rangeOffset] = [end + size + 2, end + 2 * size + 2, end + 3 * size + 2];
      const offset = u16(rangeOffset);
      for (let code = u16(start); code <= u16(end) && code < 0xffff; code++) {
        const listed = offset === 0 ? code : u16(rangeOffset + offset + 2 * (code - u16(start)));
        const glyph = offset !== 0 && listed === 0 ? 0 : (listed + u16(delta)) & 0xffff;
        if (glyph !== 0) this.#glyphs.set(code, glyph);
      }
    }
  }
}

function pathOf(name: string): string {
  return join(layerFolder('poppler'), 'fonts', `${name}.ttf`);
}
