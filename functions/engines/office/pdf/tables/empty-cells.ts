import type { Cell, Table } from '../blocks/block.ts';

/** The rows of a table with cells at the places that have none. */
export function withEmptyCells({ columns, rows }: Table): Cell[][] {
  const taken = rows.map(() => new Set<number>());
  for (const [row, cells] of rows.entries())
    for (const { column, span, rows: height = 1 } of cells)
      for (let y = row; y < row + height; y++) for (let x = column; x < column + span; x++) taken[y]?.add(x);
  return rows.map((cells, row) => {
    const empty = columns.flatMap((_, column): Cell[] =>
      taken[row]?.has(column) ? [] : [{ column, span: 1, runs: [], lines: [], align: 'start' }],
    );
    return [...cells, ...empty].sort((a, b) => a.column - b.column);
  });
}
