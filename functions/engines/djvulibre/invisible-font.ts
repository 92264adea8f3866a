import type { PdfFile, PdfReference } from '../sharp/pdf/pdf-file.ts';
import { hex, toUnicode } from '../sharp/pdf/to-unicode.ts';

/** How many characters a font has whose texts are bytes. */
const CHARACTERS = 256;
/** As wide as half of their height is every one of them. */
export const WIDTH = 0.5;
/** How much of their height is below the line that they stand on. */
export const DESCENT = 0.25;

/** A place of a character: which of the fonts has it, and as which byte. */
interface Place {
  readonly font: number;
  readonly code: number;
}

/** Fonts without any picture of a character, of which only what they mean is known. */
export class InvisibleFonts {
  readonly #places = new Map<string, Place>();

  /** A text as operators that show it, in one font after another. */
  shown(text: string, size: number): string {
    const operators: string[] = [];
    let [font, codes] = [-1, ''];
    const show = () => codes !== '' && operators.push(`/F${font} ${size} Tf <${codes}> Tj`);
    for (const character of text) {
      const place = this.#placeOf(character);
      if (place.font !== font) {
        show();
        [font, codes] = [place.font, ''];
      }
      codes += hex(place.code, 2);
    }
    show();
    return operators.join(' ');
  }

  /** Adds the fonts to a file; returns the inside of a dictionary of all of them. */
  async addTo(pdf: PdfFile): Promise<string> {
    const nothing = await pdf.add('', Buffer.from(`${WIDTH * 1000} 0 d0`));
    const fonts = Math.ceil(this.#places.size / CHARACTERS);
    const entries: string[] = [];
    for (let font = 0; font < fonts; font++) entries.push(`/F${font} ${await this.#addFont(pdf, font, nothing)}`);
    return entries.join('');
  }

  #placeOf(character: string): Place {
    const count = this.#places.size;
    const place = this.#places.get(character) ?? { font: Math.floor(count / CHARACTERS), code: count % CHARACTERS };
    this.#places.set(character, place);
    return place;
  }

  async #addFont(pdf: PdfFile, font: number, nothing: PdfReference): Promise<PdfReference> {
    const characters = [...this.#places].filter(([, place]) => place.font === font).map(([character]) => character);
    const meaning = await pdf.add(
      '',
      Buffer.from(
        toUnicode(
          characters.map((character, code) => [code, character]),
          2,
        ),
      ),
    );
    const names = '/g'.repeat(characters.length);
    const widths = Array(characters.length)
      .fill(WIDTH * 1000)
      .join(' ');
    return pdf.add(
      `/Type/Font/Subtype/Type3/FontMatrix[.001 0 0 .001 0 0]/FontBBox[0 ${-1000 * DESCENT} 500 ${1000 * (1 - DESCENT)}]/Resources<<>>` +
        `/CharProcs<</g ${nothing}>>/Encoding<</Type/Encoding/Differences[0${names}]>>` +
        `/FirstChar 0/LastChar ${characters.length - 1}/Widths[${widths}]/ToUnicode ${meaning}`,
    );
  }
}
