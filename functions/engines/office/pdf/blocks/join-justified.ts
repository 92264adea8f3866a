import { around, sizeOf, textOf } from '../page.ts';
import type { Row } from '../words/join-lines.ts';
import { joinLine } from '../words/join-words.ts';

/** How many lines of a text that is set to both edges fill it, and by how much these and its spaces differ, in points. */
const MOSTLY_FULL = 0.4;
const SAME = 1;
/** How wide a space is within such a line, by the size of its letters; where all of them are alike, it may be wider. */
const WIDEST = 1.7;

/** Joins the words of lines that are set to both edges of a text, with spaces as wide as gaps between columns. */
export function joinJustified(rows: readonly Row[]): readonly Row[] {
  if (rows.every(({ length }) => length === 1)) return rows;
  const { left, right } = around(rows.flat());
  const isFull = (row: Row) => {
    const line = around(row);
    return line.left - left < SAME && right - line.right < SAME;
  };
  const lines = rows.filter((row) => row.length === 1 && isFull(row));
  if (lines.length < rows.length * MOSTLY_FULL) return rows;
  return rows.map((row) => (row.length > 1 && isFull(row) && isSpaced(row) ? [joinLine(row)] : row));
}

function isSpaced(row: Row): boolean {
  const gaps = row.slice(1).map((line, at) => line.left - (row[at]?.right ?? line.left));
  const size = Math.max(...row.map(sizeOf));
  if (Math.max(...gaps) < WIDEST * size) return true;
  return Math.max(...gaps) - Math.min(...gaps) < SAME && row.every((line) => !/\S\s+\S/.test(textOf(line)));
}
