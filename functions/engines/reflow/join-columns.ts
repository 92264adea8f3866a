import type { Cell, Table } from '../office/pdf/block.ts';

/** The cells of a table by the joined columns. */
interface Joined {
  readonly columns: number;
  readonly rows: readonly (readonly Cell[])[];
}

/** Joins columns beside each other that no row has both of: a heading in the middle above what stands at an edge. */
export function joinColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>): Joined {
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
  const joined = rows.map((row) => row.map((cell) => ({ ...cell, column: places[cell.column] ?? 0, span: 1 })));
  return { columns: count, rows: joined };
}
