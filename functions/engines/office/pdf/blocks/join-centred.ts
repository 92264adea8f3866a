import { around, type Box, isNumber, isOver, type Line, sizeOf, textOf } from '../page.ts';
import { isWrapped } from '../words/is-wrapped.ts';
import type { Row } from '../words/join-lines.ts';
import { runsOf } from '../words/join-words.ts';

/** How far the middle of a cell is from that of its row, and its lines from each other, as shares of the letters' size. */
const OFF = 0.3;
const CLOSE = 0.6;
/** How much more space there is between cells than between their lines, if it tells them apart, in points. */
const MORE = 0.5;
/** How far lines of a cell begin from each other, in points. */
const LEVEL = 3;
/** So many rows above and below tell how wide a column is, and a cell has so many lines at most. */
const AROUND = 40;
const MOST_LINES = 12;

/** A cell of several lines, and the rows that hold them. */
interface Cell {
  readonly lines: readonly Line[];
  readonly from: number;
  readonly to: number;
}

/** Joins lines above and below a row that are of a cell centred beside its numbers; for all rows of a table, or for none. */
export function joinCentred(rows: readonly Row[]): readonly Row[] {
  const cells = new Map<number, Cell>();
  for (const at of rows.keys()) {
    const cell = cellAt(rows, at);
    if (cell) cells.set(at, cell);
  }
  const taken = new Set([...cells.values()].flatMap(({ from, to }) => rows.slice(from, to + 1)));
  if ([...cells.values()].some((cell) => !isWhole(cell, rows, taken))) return rows;
  return rows.flatMap((row, at): Row[] => {
    const cell = cells.get(at);
    if (!cell) return taken.has(row) ? [] : [row];
    const others = row.filter((line) => !cell.lines.includes(line));
    const runs = runsOf(cell.lines);
    return [[{ ...cell.lines[0], ...around(cell.lines), runs }, ...others].sort((a, b) => a.left - b.left)];
  });
}

/** The cell of a row with numbers whose other lines stand alone in the rows above and below. */
function cellAt(rows: readonly Row[], at: number): Cell | undefined {
  const row = rows[at] ?? [];
  const numbers = row.filter((line) => isNumber(textOf(line)));
  const [above, below] = [alone(rows[at - 1]), alone(rows[at + 1])];
  const line = below ?? above;
  if (!line || numbers.length === 0 || numbers.some((number) => isOver(number, line))) return undefined;
  const middle = middleOf(around(numbers));
  const column = rows
    .slice(Math.max(0, at - AROUND), at + AROUND)
    .flatMap((other) => other.filter((one) => isLevel(one, line) && !numbers.some((number) => isOver(number, one))));
  const { right } = around(column);
  const belong = (lines: readonly Line[]) => {
    const pairs = lines.slice(1).map((lower, index) => [lines[index] ?? lower, lower] as const);
    const gaps = pairs.map(([upper, lower]) => lower.top - upper.bottom);
    const even = Math.max(...gaps) < Math.min(CLOSE * sizeOf(line), Math.min(...gaps) + MORE);
    return even && pairs.every(([upper, lower]) => isLevel(upper, lower) && isWrapped(upper, lower, right));
  };
  const own = row.filter((other) => isOver(other, line));
  if (own.length > 1) return undefined;
  let cell: Cell = { lines: own, from: at, to: at };
  let found: Cell | undefined;
  while (cell.lines.length < MOST_LINES) {
    const { lines, from, to } = cell;
    const off = lines.length === 0 ? 0 : middleOf(around(lines)) - middle;
    const isCentred = Math.abs(off) < OFF * sizeOf(line);
    if (isCentred && lines.length > 1) found = cell;
    const before = isCentred || off > 0 ? alone(rows[from - 1]) : undefined;
    const behind = isCentred || off < 0 ? alone(rows[to + 1]) : undefined;
    if (isCentred ? !before || !behind : !before && !behind) break;
    const all = [...(before ? [before] : []), ...lines, ...(behind ? [behind] : [])];
    if (!belong(all)) break;
    cell = { lines: all, from: from - (before ? 1 : 0), to: to + (behind ? 1 : 0) };
  }
  return found;
}

const alone = (row: Row | undefined) => (row?.length === 1 ? row[0] : undefined);

/** Whether lines above and below a cell are of other cells. */
function isWhole({ lines, from, to }: Cell, rows: readonly Row[], taken: ReadonlySet<Row>): boolean {
  const [first, second] = lines;
  const last = lines.at(-1);
  if (!first || !second || !last) return false;
  const space = second.top - first.bottom;
  const { right } = around(lines);
  const isOther = (row: Row | undefined, gap: number, upper: Line | undefined, lower: Line | undefined) => {
    if (!row || gap > space + MORE) return true;
    return (row.length > 1 || taken.has(row)) && !(upper && lower && isWrapped(upper, lower, right));
  };
  const [above, below] = [rows[from - 1], rows[to + 1]];
  const [upper, lower] = [above, below].map((row) => row?.find((line) => isLevel(line, first)));
  return (
    isOther(above, upper ? first.top - upper.bottom : 0, upper, first) &&
    isOther(below, lower ? lower.top - last.bottom : 0, last, lower)
  );
}

const isLevel = (a: Line, b: Line) => Math.abs(a.left - b.left) < LEVEL;

const middleOf = ({ top, bottom }: Box) => (top + bottom) / 2;
