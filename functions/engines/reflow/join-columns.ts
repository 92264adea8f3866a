import type { Cell, Table } from '../office/pdf/blocks/block.ts';

/**
 * The cells of a table row by row, each in the first of its columns. Columns beside each other that no row has both of are
 * one: a heading in the middle above what stands at an edge.
 */
export function joinColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>): (Cell | undefined)[][] {
  const filled = columns.map(() => new Set<number>());
  for (const [index, row] of rows.entries()) for (const { column } of row) filled[column]?.add(index);
  const places: number[] = [];
  let open = new Set<number>();
  let count = 0;
  for (const those of filled) {
    const apart = count > 0 && [...those].every((row) => !open.has(row));
    if (!apart) count++;
    open = new Set(apart ? [...open, ...those] : those);
    places.push(count - 1);
  }
  return rows.map((row) => {
    const joined = Array<Cell | undefined>(count).fill(undefined);
    for (const cell of row) joined[places[cell.column] ?? 0] ??= cell;
    return joined;
  });
}
