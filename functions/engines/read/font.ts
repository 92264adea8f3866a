import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { layerFolder } from '../../sandbox/layer.ts';
import { readSfnt, type Sfnt } from '../fontforge/sfnt.ts';
import type { PdfFile, PdfReference } from '../sharp/pdf/pdf-file.ts';
import { hex, toUnicode } from '../sharp/pdf/to-unicode.ts';

/** Numbers of the platform and the encoding of a table of Unicode's first plane. */
const UNICODE = 0x00030001;

/** A TrueType font of ours, and which of its glyphs are used. */
export class Font {
  readonly #bytes: Buffer;
  readonly #font: Sfnt;
  /** The glyphs of characters of the first plane. */
  readonly #glyphs = new Map<number, number>();
  readonly #used = new Map<number, string>();

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
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

  /** Adds the font to a file, all of it. */
  async addTo(pdf: PdfFile, name: string): Promise<PdfReference> {
    const program = await pdf.add(`/Length1 ${this.#bytes.length}`, this.#bytes);
    const meaning = await pdf.add('', Buffer.from(toUnicode([...this.#used], 4)));
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
