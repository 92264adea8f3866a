import { around, type Box, CAPTION, type Line, overlaps, textOf } from '../page.ts';

/** A drawing with words, such as a chart or a diagram. */
export interface Figure extends Box {
  readonly lines: readonly Line[];
  /** Words that are in no line. */
  readonly loose?: readonly string[];
  /** Whether it is a formula. */
  readonly formula?: boolean;
}

/** A line of more words is of a text, not of a figure. */
const PROSE = 10;

/** A figure with the lines in its box, or nothing where one of them is of a text. */
export function figureWith(box: Box, upright: readonly Line[]): Figure | undefined {
  const lines = upright.filter((line) => overlaps(line, box));
  if (lines.some(isProse)) return undefined;
  return { ...around([box, ...lines]), lines };
}

/** Whether a line is of a text, or of a caption. */
export function isProse(line: Line): boolean {
  return countWords(line) > PROSE || CAPTION.test(textOf(line));
}

export const countWords = (line: Line) => textOf(line).trim().split(/\s+/).length;
