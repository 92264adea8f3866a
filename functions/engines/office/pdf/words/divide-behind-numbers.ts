import { around, chunkWhile, isMark, isNumber, type Line, sizeOf, textOf } from '../page.ts';

/** The words of a line. */
type Words = readonly Line[];

/** The least and largest gap behind the number, as shares of the letters' size: cells of a workbook have no more between them. */
const GAP = { least: 0.08, most: 0.45 };
/** How exactly numbers end, and texts begin, below each other, in points, and in how many lines: below a head, and without one. */
const LEVEL = 1;
const LEAST_LINES = { headed: 2, else: 3 };
/** How differently numbers begin that stand at the right of a column, in points. */
const VARIED = 3;
/** Lines further below than this, by the size of letters, are of something else. */
const FAR = 3;
/** The bound on comparisons with what may be the head of a column. */
const MOST_WORK = 20_000_000;

/** A number at the beginning of a line, and where the text begins that stands close behind it. */
interface Numbered {
  readonly words: Words;
  readonly number: Line;
  readonly start: number;
}

/**
 * Divides lines behind the numbers they begin with, where these end below each other and the texts behind them begin so: cells
 * of workbooks nearly touch. The numbers are of different lengths, or a head of the texts' column begins where they do.
 */
export function divideBehindNumbers(lines: readonly Words[]): Words[] {
  const numbered = lines.flatMap(numberedIn);
  const columns = chunkWhile(
    numbered.sort((a, b) => a.start - b.start),
    (last, next) => next.start - last.start <= LEVEL,
  ).flatMap((column) =>
    chunkWhile(
      column.sort((a, b) => a.number.top - b.number.top),
      (last, next) =>
        Math.abs(next.number.right - last.number.right) <= LEVEL &&
        next.number.top - last.number.bottom <= FAR * sizeOf(next.number),
    ),
  );
  const long = columns.filter(({ length }) => length >= LEAST_LINES.headed);
  if (long.length * lines.length > MOST_WORK) return [...lines];
  const cells = long.filter(
    (column) => (column.length >= LEAST_LINES.else && isVaried(column)) || hasHead(column, lines),
  );
  const divided = new Set(cells.flat().map(({ words }) => words));
  return lines.flatMap((words) => (divided.has(words) ? [words.slice(0, 1), words.slice(1)] : [words]));
}

function numberedIn(words: Words): Numbered[] {
  const [number, text] = words;
  if (!number || !text || !isNumber(textOf(number)) || isMark(textOf(number)) || isNumber(textOf(text))) return [];
  const gap = (text.left - number.right) / sizeOf(text);
  return gap >= GAP.least && gap <= GAP.most ? [{ words, number, start: text.left }] : [];
}

/** Whether numbers that end below each other begin at different places. */
function isVaried(column: readonly Numbered[]): boolean {
  const starts = column.map(({ number }) => number.left);
  return Math.max(...starts) - Math.min(...starts) >= VARIED;
}

/** Whether a line begins above texts where these do. */
function hasHead(column: readonly Numbered[], lines: readonly Words[]): boolean {
  const [first] = column;
  if (!first) return false;
  const { number, start } = first;
  return lines.some((words) => {
    const { left, bottom } = around(words);
    const gap = number.top - bottom;
    return Math.abs(left - start) <= LEVEL && gap > -LEVEL && gap <= FAR * sizeOf(number);
  });
}
