import type { Cell, Table } from '../blocks/block.ts';
import type { Divider } from '../graphics/find-dividers.ts';
import type { Rule } from '../graphics/find-rules.ts';
import { hexOf } from '../graphics/pixels.ts';
import type { Box } from '../page.ts';
import { gapsOf } from '../tables/build-grids.ts';
import { withEmptyCells } from '../tables/empty-cells.ts';
import { placesOf } from './odt-table.ts';

/** How far above and below its text lines of a table are, and how far beside it these end, in points. */
const NEAR = 15;
const BESIDE = 25;
/** How far a line may reach into the row below it, in points. */
const OVERLAP = 2;

/**
 * A table whose rows end at the lines across it, which their cells have as borders, and at the edges of their colours.
 * @param dividers without those that are of the table afterwards
 * @param others tables above and below it, whose lines are theirs
 */
export function withRowLines(
  table: Table,
  dividers: Set<Divider>,
  edges: readonly Rule[],
  others: readonly Box[] = [],
): Table {
  if (table.ruled) return table;
  const isFilled = table.rows.some((cells) => cells.some(({ runs }) => runs.some(({ fill }) => fill !== undefined)));
  const all = [...dividers, ...(isFilled ? edges : [])];
  const wide = widened(
    table,
    all.filter((line) => goesThrough(line, table)),
  );
  const isOfOther = (line: Rule) => others.some((other) => goesThrough(line, other));
  const ends = all.filter((line) => goesThrough(line, wide) || (isAround(line, wide) && !isOfOther(line)));
  if (ends.length === 0) return table;
  const drawn = [...dividers].filter((divider) => ends.includes(divider));
  for (const divider of drawn) dividers.delete(divider);
  const placed = placeRows(widened(wide, ends), ends);
  return { ...placed, rows: withBorders(placed, drawn) };
}

/** Whether a line goes through a table. */
const goesThrough = ({ at, from, to }: Rule, { left, right, top, bottom }: Box) =>
  at > top && at < bottom && from < right && to > left;

/** Whether a line is directly above or below a table, and about as long. */
const isAround = ({ at, from, to }: Rule, { left, right, top, bottom }: Box) =>
  at > top - NEAR && at < bottom + NEAR && from > left - BESIDE && to < right + BESIDE && from < right && to > left;

/** A table as wide as its lines: those that end near to it, or where others of it end. */
function widened(table: Table, lines: readonly Rule[]): Table {
  const isWidth = ({ from, to }: Rule) =>
    (from > table.left - BESIDE && to < table.right + BESIDE) ||
    lines.filter((other) => Math.abs(other.from - from) + Math.abs(other.to - to) < OVERLAP).length > 1;
  const near = lines.filter(isWidth);
  const left = Math.min(table.left, ...near.map(({ from }) => from));
  const xs = placesOf(table.left, table.columns);
  const right = Math.max(xs.at(-1) ?? table.right, ...near.map(({ to }) => to));
  const columns = gapsOf([left, ...xs.slice(1, -1), right]);
  return { ...table, left, right, indent: Math.max(0, table.indent + left - table.left), columns };
}

/** A table whose rows end where lines are. */
function placeRows(table: Table, lines: readonly Rule[]): Table {
  const ys = placesOf(table.top, table.heights);
  const starts = ys.slice(0, -1);
  ys[starts.length] = Math.max(table.bottom, ys.at(-1) ?? table.bottom);
  for (const { at } of lines) ys[rowAbove(at, starts)] = at;
  return { ...table, top: ys[0] ?? table.top, bottom: ys.at(-1) ?? table.bottom, heights: gapsOf(ys) };
}

/** The number of rows above a line. */
const rowAbove = (at: number, starts: readonly number[]) => starts.filter((start) => start < at - OVERLAP).length;

/** The rows of a table, also with its empty cells, with the lines that end them. */
function withBorders(table: Table, lines: readonly Divider[]): Cell[][] {
  const [xs, ys] = [placesOf(table.left, table.columns), placesOf(table.top, table.heights)];
  const colorAt = (y: number, { column, span }: Cell) => {
    const middle = ((xs[column] ?? 0) + (xs[column + span] ?? 0)) / 2;
    const line = lines.find(({ at, from, to }) => Math.abs(at - y) < OVERLAP && from < middle && to > middle);
    return line && hexOf(line.color);
  };
  return withEmptyCells(table).map((cells, row) =>
    cells.map((cell): Cell => {
      const above = row === 0 ? colorAt(ys[0] ?? 0, cell) : undefined;
      const below = colorAt(ys[row + (cell.rows ?? 1)] ?? 0, cell);
      return { ...cell, look: { edges: { ...(above && { top: above }), ...(below && { bottom: below }) } } };
    }),
  );
}
