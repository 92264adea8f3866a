import type { Alignment, Cell, Table } from './block.ts';
import type { Row } from './join-lines.ts';
import { joinRuns } from './join-words.ts';
import { around, type Box, type Line, sizeOf } from './page.ts';

/** What has more columns is no table that a text could hold. */
const MOST_COLUMNS = 200;

interface Span {
  left: number;
  right: number;
}

/** A row as it is being put together, with the lines of each of its cells. */
interface OpenRow extends Box {
  readonly cells: Map<number, { span: number; lines: Line[] }>;
}

/** A table of rows whose parts stand below each other, or nothing where they do not. */
export function buildTable(rows: readonly Row[], edge: number): Table | undefined {
  const most = Math.max(...rows.map(({ length }) => length));
  const full = rows.filter(({ length }) => length >= Math.max(2, most * 0.7));
  const columns = findColumns(full.flat());
  if (
    full.length < 2 ||
    columns.length < 2 ||
    columns.length > MOST_COLUMNS ||
    full.some((row) => isCrowded(row, columns))
  )
    return undefined;
  const open = joinContinued(rows.map((row) => placeRow(row, columns)));
  const box = around(rows.flat());
  return {
    kind: 'table',
    ...box,
    indent: Math.max(0, box.left - edge),
    columns: widthsOf(columns),
    rows: open.map(({ cells }) => finishRow(cells, columns)),
  };
}

/** Where parts lie below each other. */
function findColumns(lines: readonly Line[]): Span[] {
  const columns: Span[] = [];
  for (const { left, right } of [...lines].sort((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left < last.right) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

/** Whether two parts of a row would share a cell. */
function isCrowded(row: Row, columns: readonly Span[]): boolean {
  const places = row.map((line) => columnOf(line, columns));
  return new Set(places).size < places.length;
}

function columnOf(line: Line, columns: readonly Span[]): number {
  const at = columns.findIndex(({ right }) => line.left < right);
  return at < 0 ? columns.length - 1 : at;
}

function placeRow(row: Row, columns: readonly Span[]): OpenRow {
  const cells: OpenRow['cells'] = new Map();
  for (const line of row) {
    const column = columnOf(line, columns);
    const reached = columns.filter(({ left }, index) => index >= column && left < line.right).length;
    const cell = cells.get(column);
    if (cell) cell.lines.push(line);
    else cells.set(column, { span: Math.max(1, reached), lines: [line] });
  }
  return { ...around(row), cells };
}

/** Lines of a cell after its first begin no row: those that stand close below, and not in the first column. */
function joinContinued(rows: readonly OpenRow[]): OpenRow[] {
  const joined: OpenRow[] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    if (above && !row.cells.has(0) && isClose(above, row) && fits(above, row)) {
      for (const [column, { lines }] of row.cells) above.cells.get(column)?.lines.push(...lines);
      joined[joined.length - 1] = { ...around([above, row]), cells: above.cells };
    } else joined.push(row);
  }
  return joined;
}

function isClose(above: OpenRow, below: OpenRow): boolean {
  const [cell] = below.cells.values();
  const line = cell?.lines[0];
  return line !== undefined && below.top - above.bottom < sizeOf(line) * 0.4;
}

function fits(above: OpenRow, below: OpenRow): boolean {
  return above.cells.size > below.cells.size && [...below.cells.keys()].every((column) => above.cells.has(column));
}

/** Every column is as wide as to where the next begins. */
function widthsOf(columns: readonly Span[]): number[] {
  return columns.map(({ left, right }, index) => {
    const next = columns[index + 1];
    return Math.max(12, next ? next.left - left : right - left + 12);
  });
}

function finishRow(cells: OpenRow['cells'], columns: readonly Span[]): Cell[] {
  const order = [...cells.keys()].sort((a, b) => a - b);
  return order.map((column, index) => {
    const { span, lines } = cells.get(column) ?? { span: 1, lines: [] };
    const room = (order[index + 1] ?? columns.length) - column;
    const runs = lines.reduce<Cell['runs']>((text, line) => joinRuns(text, line.runs, true), []);
    return { column, span: Math.min(span, room), runs, align: alignmentOf(lines, columns[column]) };
  });
}

/** Numbers end where their column ends. */
function alignmentOf(lines: readonly Line[], column: Span | undefined): Alignment {
  const [line] = lines;
  if (!line || !column || column.right - column.left < (line.right - line.left) * 1.1) return 'start';
  const [before, behind] = [line.left - column.left, column.right - line.right];
  if (behind < 1.5 && before > 3) return 'end';
  return Math.abs(before - behind) < 3 && before > 3 ? 'center' : 'start';
}
