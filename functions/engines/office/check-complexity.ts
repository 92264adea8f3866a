import { ConversionError } from '../../conversion/errors.ts';
import { piecesOf } from '../markup.ts';
import { MOST_PARTS } from './limits.ts';

/** What a page of plain text holds at most: LibreOffice puts 59 lines of 80 characters on one. */
export const PAGE = { lines: 65, characters: 100 } as const;
/** Characters of a paragraph, which takes the square of its length to break into lines. */
export const LONGEST_PARAGRAPH = 2_000_000;
/** Tables in each other: each doubles the time that those within it take. */
export const DEEPEST_TABLE = 50;
/** Lists and quotations of a page in each other, which take the square of their depth and more: 3000 take ten seconds. */
export const DEEPEST_LIST = 1000;
const LISTS: ReadonlySet<string> = new Set(['ul', 'ol', 'dl', 'dir', 'menu', 'blockquote']);

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

/**
 * Refuses pages with tables or lists too deep in each other, and with too long texts without a tag.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkMarkup(markup: string): void {
  let [depth, lists, squares] = [0, 0, 0];
  for (const { kind, name, start, end } of piecesOf(markup, { html: true })) {
    if (kind === 'text') squares += (end - start) ** 2;
    if (LISTS.has(name)) lists = kind === 'open' ? lists + 1 : Math.max(0, lists - 1);
    if (lists > DEEPEST_LIST) {
      throw tooComplex(
        `The page has lists or quotations within each other, more than ${DEEPEST_LIST} deep. Simplify it first.`,
      );
    }
    if (name !== 'table') continue;
    depth = kind === 'open' ? depth + 1 : Math.max(0, depth - 1);
    if (depth > DEEPEST_TABLE) {
      throw tooComplex(`The page has tables within tables, more than ${DEEPEST_TABLE} deep. Simplify it first.`);
    }
  }
  if (squares > LONGEST_PARAGRAPH ** 2) {
    throw tooComplex(`The page has paragraphs of more than ${LONGEST_PARAGRAPH} characters. Divide them first.`);
  }
}

/** The error for what would take too long. */
export function tooComplex(message: string): ConversionError {
  return new ConversionError('TOO_COMPLEX', message);
}
