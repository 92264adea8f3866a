import type { Cell, Table } from '../blocks/block.ts';
import type { Divider } from '../graphics/find-dividers.ts';
import { hexOf } from '../graphics/pixels.ts';
import { withEmptyCells } from '../tables/empty-cells.ts';
import { placesOf } from './odt-table.ts';

/** How far above and below its text lines of a table are, and how far beside it these end, in points. */
const NEAR = 12;
const BESIDE = 20;
/** How far a line may reach into the row below it, in points. */
const OVERLAP = 2;

/**
 * A table whose rows end at the lines across it, which their cells have as borders.
 * @param dividers without those that are of the table afterwards
 */
export function withRowLines(table: Table, dividers: Set<Divider>): Table {
  const { left, right, top, bottom, ruled, columns, heights } = table;
  if (ruled) return table;
  const isOf = ({ at, from, to }: Divider) => {
    if (at < top - NEAR || at > bottom + NEAR || from > right || to < left) return false;
    return (at > top && at < bottom) || (from > left - BESIDE && to < right + BESIDE);
  };
  const own = [...dividers].filter(isOf);
  if (own.length === 0) return table;
  const [xs, ys] = [placesOf(left, columns), placesOf(top, heights)];
  ys[ys.length - 1] = Math.max(bottom, ys.at(-1) ?? bottom);
  /** The lines below rows, by the row's number from 1; those of 0 are above all. */
  const lines = Map.groupBy(own, ({ at }) => ys.slice(0, -1).filter((y) => y < at - OVERLAP).length);
  for (const [row, [line]] of lines) if (line) ys[row] = line.at;
  const colorAt = (row: number, { column, span }: Cell) => {
    const middle = ((xs[column] ?? 0) + (xs[column + span] ?? 0)) / 2;
    const line = lines.get(row)?.find(({ from, to }) => from < middle && to > middle);
    return line && hexOf(line.color);
  };
  const rows = withEmptyCells(table).map((cells, row) =>
    cells.map((cell): Cell => {
      const [above, below] = [row === 0 ? colorAt(0, cell) : undefined, colorAt(row + (cell.rows ?? 1), cell)];
      return { ...cell, look: { edges: { ...(above && { top: above }), ...(below && { bottom: below }) } } };
    }),
  );
  for (const divider of own) dividers.delete(divider);
  const end = ys.at(-1) ?? bottom;
  return { ...table, top: ys[0] ?? top, bottom: end, rows, heights: ys.slice(1).map((y, at) => y - (ys[at] ?? y)) };
}
