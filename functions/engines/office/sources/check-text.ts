import { tooComplex } from '../../refusals.ts';
import { MOST_PARTS } from '../limits.ts';

/** The most that a page of plain text holds: LibreOffice puts 59 lines of 80 characters on one. */
const PAGE = { lines: 65, characters: 100 } as const;
/** Characters of a paragraph: breaking it into lines takes quadratic time. */
const LONGEST_PARAGRAPH = 2_000_000;

/**
 * Refuses texts that fill more pages than are converted, or that take hours to break into lines.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkText(text: string): void {
  let [lines, squares] = [0, 0];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines += Math.max(1, Math.ceil((end - start) / PAGE.characters));
    squares += (end - start) ** 2;
    start = end + 1;
  }
  const { count } = MOST_PARTS.text;
  if (lines > count * PAGE.lines) throw tooComplex(`The text fills more than ${count} pages. Split it first.`);
  if (squares > LONGEST_PARAGRAPH ** 2) {
    throw tooComplex(`The text has lines of more than ${LONGEST_PARAGRAPH} characters. Break them first.`);
  }
}
