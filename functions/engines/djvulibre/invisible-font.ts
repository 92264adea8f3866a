import type { PdfFile, PdfReference } from '../sharp/pdf/pdf-file.ts';

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
        meaningOf(
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

/**
 * Which characters the codes of a font mean (ISO 32000-1, 9.10.3).
 * @param digits of each code, as it is written in hexadecimal
 */
export function meaningOf(codes: readonly (readonly [number, string])[], digits: number): string {
  const lines = codes.map(([code, character]) => `<${hex(code, digits)}> <${utf16(character)}>`);
  const blocks: string[] = [];
  for (let at = 0; at < lines.length; at += 100) {
    const block = lines.slice(at, at + 100);
    blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
  }
  return [
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
    '/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def',
    '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
    `1 begincodespacerange\n<${'0'.repeat(digits)}> <${'F'.repeat(digits)}>\nendcodespacerange`,
    ...blocks,
    'endcmap CMapName currentdict /CMap defineresource pop end end',
  ].join('\n');
}

function utf16(character: string): string {
  return Array.from({ length: character.length }, (_, at) => hex(character.charCodeAt(at), 4)).join('');
}

/** A number in hexadecimal. */
export function hex(number: number, digits: number): string {
  return number.toString(16).toUpperCase().padStart(digits, '0');
}
