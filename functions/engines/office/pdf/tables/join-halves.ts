import type { OpenRow, Span } from './open-row.ts';

/** The most rows of heads, and the least of what is below them. */
const MOST_HEADS = 2;
const LEAST_BELOW = 2;
/** The share of columns that have a head. */
const LEAST_HEADS = 0.5;

/** The rows of a table, and its columns. */
interface Placed {
  readonly rows: readonly OpenRow[];
  readonly columns: readonly Span[];
}

/** Joins columns beside each other of which one has the heads and the other what is below, as heads at the left of numbers at the right. */
export function joinHalves({ rows, columns }: Placed): Placed {
  const filled = filledRows({ rows, columns });
  const isHeads = (row: number) => (rows[row]?.cells.size ?? 0) >= LEAST_HEADS * columns.length;
  const joined = [...columns];
  const places = columns.map((_, at) => at);
  for (let at = columns.length - 2; at >= 0; at--) {
    const [left = [], right = []] = filled.slice(at, at + 2);
    const [heads, below] = (left[0] ?? 0) < (right[0] ?? 0) ? [left, right] : [right, left];
    if (!isAbove(heads, below) || !heads.every(isHeads)) continue;
    filled.splice(at, 2, [...heads, ...below]);
    joined.splice(at, 2, { left: joined[at]?.left ?? 0, right: joined[at + 1]?.right ?? 0 });
    for (let later = at + 1; later < places.length; later++) places[later] = (places[later] ?? 0) - 1;
  }
  return joined.length === columns.length
    ? { rows, columns }
    : { rows: rows.map((row) => placed(row, places)), columns: joined };
}

/** The rows that have a cell in each column, from top to bottom. */
function filledRows({ rows, columns }: Placed): number[][] {
  const filled = columns.map((): number[] => []);
  for (const [row, { cells }] of rows.entries())
    for (const [first, { span }] of cells)
      for (let column = first; column < first + span; column++) filled[column]?.push(row);
  return filled;
}

/** Whether a few rows are heads above others. */
function isAbove(heads: readonly number[], below: readonly number[]): boolean {
  const [last, first] = [heads.at(-1), below[0]];
  return (
    last !== undefined &&
    first !== undefined &&
    heads.length <= MOST_HEADS &&
    below.length >= LEAST_BELOW &&
    last < first
  );
}

/** @param places where each column is now */
function placed(row: OpenRow, places: readonly number[]): OpenRow {
  const cells: OpenRow['cells'] = new Map();
  for (const [first, { span, lines }] of row.cells) {
    const [from = first, to = first] = [places[first], places[first + span - 1]];
    cells.set(from, { span: to - from + 1, lines });
  }
  return { ...row, cells };
}
