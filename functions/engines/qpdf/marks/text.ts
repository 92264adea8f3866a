import { invalidOption } from '../../../conversion/options.ts';
import { quote } from '../../../conversion/quote.ts';
import { isRightToLeft, logicalOrder } from '../../poppler/logical-order.ts';
import { Font } from '../../read/font.ts';
import type { PdfFile } from '../../sharp/pdf/pdf-file.ts';

/** The font files: a character is drawn in the first that has it. */
const NAMES = ['LiberationSans-Regular', 'DroidSansFallback'];
/** Control and format characters, for some of which the fonts have visible glyphs. */
const INVISIBLE = /\p{C}/u;
/** Brackets that are mirrored in right-to-left text. */
const MIRRORED: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '<': '>', '>': '<' };

/** The fonts that texts of options are drawn with. */
export class TextFonts {
  readonly #fonts: readonly Font[];

  private constructor(fonts: readonly Font[]) {
    this.#fonts = fonts;
  }

  static async read(): Promise<TextFonts> {
    return new TextFonts(await Promise.all(NAMES.map((name) => Font.read(name))));
  }

  /**
   * Puts a text into visual order, from left to right.
   * @throws ConversionError INVALID_OPTION when no font has one of its characters
   */
  layOut(text: string, option: string): string {
    const composed = text.normalize('NFC');
    const missing = [...composed].find(
      (character) => INVISIBLE.test(character) || this.#fontOf(character) === undefined,
    );
    if (missing !== undefined)
      throw invalidOption(
        `The option "${option}" has the character ${describeCharacter(missing)}, which cannot be drawn. Latin, Greek, Cyrillic, Hebrew, Chinese, Japanese and Korean can.`,
      );
    const rightToLeft = isRightToLeft(composed);
    const visual = logicalOrder(composed, rightToLeft);
    return rightToLeft ? visual.replace(/[()[\]<>]/g, (bracket) => MIRRORED[bracket] ?? bracket) : visual;
  }

  /** The width of a text, relative to the font size. */
  width(text: string): number {
    return [...text].reduce((sum, character) => sum + (this.#fontOf(character)?.width(character) ?? 0), 0);
  }

  /** The operators that show a text in visual order. */
  shown(text: string, size: number): string {
    const operators: string[] = [];
    let [last, codes] = [-1, ''];
    for (const character of text) {
      const index = this.#fonts.findIndex((font) => font.has(character));
      if (index !== last) {
        if (codes !== '') operators.push(`<${codes}> Tj`);
        operators.push(`/F${index} ${size} Tf`);
        [last, codes] = [index, ''];
      }
      codes += this.#fonts[index]?.code(character) ?? '';
    }
    return [...operators, `<${codes}> Tj`].join(' ');
  }

  /** Adds the used fonts to a file. @returns the entries of a font dictionary */
  async addTo(pdf: PdfFile): Promise<string> {
    let entries = '';
    for (const [index, font] of this.#fonts.entries())
      if (font.isUsed) entries += `/F${index} ${await font.addTo(pdf, NAMES[index] ?? '')}`;
    return entries;
  }

  #fontOf(character: string): Font | undefined {
    return this.#fonts.find((font) => font.has(character));
  }
}

/** A character for a message, by its code point where it is invisible. */
function describeCharacter(character: string): string {
  if (!INVISIBLE.test(character)) return quote(character);
  return `U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`;
}
