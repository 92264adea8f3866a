import { around, isNumber, type Line, sizeOf, textOf } from '../page.ts';
import type { OpenRow, Span } from './open-row.ts';

/** The largest count of header rows. */
const MOST_HEADS = 6;
/** How far lines of one head are from each other, and a head from the middle of its columns, by the size of its letters. */
const CLOSE = 0.5;
const OFF = 0.8;

/** Joins heads of several lines, which stand at the bottom of their row, and has heads reach over the columns that they stand above. */
export function joinHeads(rows: readonly OpenRow[], columns: readonly Span[]): OpenRow[] {
  const count = rows.findIndex(holdsNumbers);
  if (count < 2 || count > MOST_HEADS) return [...rows];
  const heads = rows
    .slice(0, count)
    .map((row, at) => spread(row, rows.slice(at + 1, Math.max(count, at + 2)), columns));
  for (let at = count - 2; at >= 0; at--) {
    const [above, below] = [heads[at], heads[at + 1]];
    if (above && below) lower(above, below);
  }
  return [...heads.filter(({ cells }) => cells.size > 0), ...rows.slice(count)];
}

/** Whether a row has a name, and most of the cells behind it are numbers; years without a name are heads. */
function holdsNumbers({ cells }: OpenRow): boolean {
  const others = [...cells].filter(([column]) => column > 0);
  const numbers = others.filter(([, { lines }]) => lines.every((line) => isNumber(textOf(line))));
  return cells.has(0) && numbers.length > 0 && numbers.length >= others.length / 2;
}

/** Moves the cells of a row into those below them, where there is no rule in between. */
function lower(above: OpenRow, below: OpenRow): void {
  for (const [column, { span, lines }] of above.cells) {
    const cell = below.cells.get(column);
    const [last, first] = [lines.at(-1), cell?.lines[0]];
    if (!cell || !last || !first || span + cell.span > 2 || last.band !== first.band) continue;
    if (first.top - last.bottom > CLOSE * sizeOf(first)) continue;
    below.cells.set(column, { span, lines: [...lines, ...cell.lines] });
    above.cells.delete(column);
  }
}

/** A row whose heads reach over the columns in whose middle they stand, if one row below has more than one head there. */
function spread(row: OpenRow, below: readonly OpenRow[], columns: readonly Span[]): OpenRow {
  const cells: OpenRow['cells'] = new Map();
  const order = [...row.cells].sort(([a], [b]) => a - b);
  let low = 1;
  for (const [index, [column, { span, lines }]] of order.entries()) {
    const next = order[index + 1]?.[0] ?? columns.length;
    const touched = { from: column, to: column + span - 1 };
    const room = { from: Math.min(low, column), to: Math.max(next - 1, touched.to) };
    const { from, to } = column === 0 ? touched : reachOf(lines, { touched, room, columns });
    const parted = below.some((other) => [...other.cells.keys()].filter((at) => at >= from && at <= to).length > 1);
    const reached = parted ? { from, to } : touched;
    cells.set(reached.from, { span: reached.to - reached.from + 1, lines });
    low = reached.to + 1;
  }
  return { ...row, cells };
}

interface Reach {
  readonly from: number;
  readonly to: number;
}

/** The columns around those that a head touches, in the middle of which it stands. */
function reachOf(
  lines: readonly Line[],
  { touched, room, columns }: { touched: Reach; room: Reach; columns: readonly Span[] },
): Reach {
  const { left, right } = around(lines);
  const size = lines[0] ? sizeOf(lines[0]) : 0;
  const off = ({ from, to }: Reach) =>
    Math.abs(left + right - (columns[from]?.left ?? 0) - (columns[to]?.right ?? 0)) / 2;
  let best = touched;
  for (let from = room.from; from <= touched.from; from++)
    for (let to = touched.to; to <= room.to; to++) if (off({ from, to }) < off(best)) best = { from, to };
  return off(touched) > size && off(best) < OFF * size ? best : touched;
}
