import { tooComplex } from '../../refusals.ts';
import { MOST_PARTS } from '../limits.ts';

/** The most that a page of plain text holds: LibreOffice puts 59 lines of 80 characters on one. */
const PAGE = { lines: 65, characters: 100 } as const;

/**
 * Refuses texts that fill more pages than are converted.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkText(text: string): void {
  let lines = 0;
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    lines += Math.max(1, Math.ceil((end - start) / PAGE.characters));
    start = end + 1;
  }
  const { count } = MOST_PARTS.text;
  if (lines > count * PAGE.lines) throw tooComplex(`The text fills more than ${count} pages. Split it first.`);
}

/**
 * Characters of a paragraph, four pages: the time to break it into lines is quadratic where letters of several scripts
 * alternate.
 */
const LONGEST_PARAGRAPH = 20_000;
const PIECE = /.{1,19999}(?: |$)|.{1,20000}/gsu;

/** Breaks lines that are too long for a paragraph, at a space where there is one. */
export function breakLines(text: string): string {
  return text.replace(/[^\r\n]+/g, (line) =>
    line.length > LONGEST_PARAGRAPH ? (line.match(PIECE) ?? []).join('\n') : line,
  );
}
