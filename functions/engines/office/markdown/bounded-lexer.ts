import { Lexer, type Token } from 'marked';
import { tooComplex } from '../../poppler/limits.ts';

/** Signs of emphasis in a paragraph, whose pairs take the square of their number to find; fewer than that are nothing. */
const [FEW, MOST] = [1000, 10_000];

/** Takes Markdown apart, but no paragraph with so many signs of emphasis that pairing them would take minutes. */
export class BoundedLexer extends Lexer {
  #squares = 0;

  /** @throws ConversionError TOO_COMPLEX */
  override inlineTokens(text: string, tokens?: Token[]): Token[] {
    const signs = countSigns(text);
    if (signs > FEW) this.#squares += signs ** 2;
    if (this.#squares > MOST ** 2) {
      throw tooComplex(`The text has paragraphs with more than ${MOST} asterisks and underscores. Divide them.`);
    }
    return super.inlineTokens(text, tokens);
  }
}

function countSigns(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if ('*_~'.includes(text.charAt(at))) count++;
  return count;
}
