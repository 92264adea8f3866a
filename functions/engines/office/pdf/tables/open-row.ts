import { around, type Box, isOver, type Line } from '../page.ts';
import type { Row } from '../words/join-lines.ts';

/** The horizontal extent of a column. */
export interface Span {
  left: number;
  right: number;
}

/** A row that is being built, with the lines of its cells. */
export interface OpenRow extends Box {
  readonly cells: Map<number, { span: number; lines: Line[] }>;
}

/** The column that a line begins in. */
export function columnOf(line: Line, columns: readonly Span[]): number {
  const at = columns.findIndex(({ right }) => line.left < right);
  return at < 0 ? columns.length - 1 : at;
}

/** Places the parts of a row into the columns that they overlap; one between columns is a heading over all of them. */
export function placeRow(row: Row, columns: readonly Span[]): OpenRow {
  const cells: OpenRow['cells'] = new Map();
  const [only] = row;
  if (only && row.length === 1 && !columns.some((column) => isOver(column, only)))
    return { ...only, cells: new Map([[0, { span: columns.length, lines: [only] }]]) };
  for (const line of row) {
    const column = columnOf(line, columns);
    const reached = columns.filter(({ left }, index) => index >= column && left < line.right).length;
    const cell = cells.get(column);
    if (cell) cell.lines.push(line);
    else cells.set(column, { span: Math.max(1, reached), lines: [line] });
  }
  return { ...around(row), cells };
}

/** Adds a row to the one above it. */
export function joined(above: OpenRow, below: OpenRow): OpenRow {
  const cells = new Map(above.cells);
  for (const [column, { span, lines }] of below.cells) {
    const cell = cells.get(column);
    cells.set(column, { span: Math.max(span, cell?.span ?? 1), lines: [...(cell?.lines ?? []), ...lines] });
  }
  return { ...around([above, below]), cells };
}

/** Joins rows as long as two that follow each other are one. */
export function joinWhere(rows: readonly OpenRow[], isOne: (above: OpenRow, below: OpenRow) => boolean): OpenRow[] {
  const all: OpenRow[] = [];
  for (const row of rows) {
    const above = all.at(-1);
    if (above && isOne(above, row)) all[all.length - 1] = joined(above, row);
    else all.push(row);
  }
  return all;
}
