import type { PdfFile, PdfReference } from '../sharp/pdf/pdf-file.ts';
import { hex, toUnicode } from '../sharp/pdf/to-unicode.ts';

/** A simple font has codes of one byte. */
const CHARACTERS = 256;
/** The width of every glyph, as a fraction of its height. */
export const WIDTH = 0.5;

/** Which of the fonts has a character, and its code there. */
interface Glyph {
  readonly font: number;
  readonly code: number;
}

/** Type 3 fonts whose glyphs draw nothing, and have only a Unicode value. */
export class InvisibleFonts {
  readonly #glyphs = new Map<string, Glyph>();

  /** The operators that show a text, in one font after another. */
  show(text: string, size: number): string {
    const operators: string[] = [];
    let [font, codes] = [-1, ''];
    const flush = () => codes !== '' && operators.push(`/F${font} ${size} Tf <${codes}> Tj`);
    for (const character of text) {
      const glyph = this.#glyphOf(character);
      if (glyph.font !== font) {
        flush();
        [font, codes] = [glyph.font, ''];
      }
      codes += hex(glyph.code, 2);
    }
    flush();
    return operators.join(' ');
  }

  /** Adds the fonts to a file; returns the entries of their resource dictionary. */
  async addTo(pdf: PdfFile): Promise<string> {
    const blank = await pdf.add('', Buffer.from(`${WIDTH * 1000} 0 d0`));
    const fonts = Math.ceil(this.#glyphs.size / CHARACTERS);
    const entries: string[] = [];
    for (let font = 0; font < fonts; font++) entries.push(`/F${font} ${await this.#addFont(pdf, font, blank)}`);
    return entries.join('');
  }

  #glyphOf(character: string): Glyph {
    const count = this.#glyphs.size;
    const glyph = this.#glyphs.get(character) ?? { font: Math.floor(count / CHARACTERS), code: count % CHARACTERS };
    this.#glyphs.set(character, glyph);
    return glyph;
  }

  async #addFont(pdf: PdfFile, font: number, blank: PdfReference): Promise<PdfReference> {
    const characters = [...this.#glyphs].filter(([, glyph]) => glyph.font === font).map(([character]) => character);
    const codes = characters.map((character, code) => [code, character] as const);
    const meaning = await pdf.add('', Buffer.from(toUnicode(codes, 2)));
    // Readers know by it how high the letters are; some take no descent for an unknown one.
    const described = await pdf.add(
      '/Type/FontDescriptor/FontName/Invisible/Flags 4/ItalicAngle 0/Ascent 1000/Descent -1',
    );
    const names = '/g'.repeat(characters.length);
    const widths = Array(characters.length)
      .fill(WIDTH * 1000)
      .join(' ');
    return pdf.add(
      `/Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 0 500 1000]/Resources<<>>/FontDescriptor ${described}` +
        `/CharProcs<</g ${blank}>>/Encoding<</Type/Encoding/Differences[0${names}]>>` +
        `/FirstChar 0/LastChar ${characters.length - 1}/Widths[${widths}]/ToUnicode ${meaning}`,
    );
  }
}
