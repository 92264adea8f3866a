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

/** Breaks lines that are too long for a paragraph, at a space where there is one. */
export function breakLines(text: string): string {
  return text.replace(/[^\r\n]+/g, (line) => (line.length > LONGEST_PARAGRAPH ? piecesOf(line).join('\n') : line));
}

function piecesOf(line: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < line.length; at += pieces.at(-1)?.length ?? 0) {
    const piece = line.slice(at, at + LONGEST_PARAGRAPH);
    const isLast = at + piece.length === line.length;
    const end = isLast ? piece.length : piece.lastIndexOf(' ') + 1 || piece.length;
    // Both halves of a character stay together.
    pieces.push(piece.slice(0, !isLast && /[\ud800-\udbff]/.test(piece[end - 1] ?? '') ? end - 1 : end));
  }
  return pieces;
}
