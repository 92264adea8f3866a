import { type Element, NO_ATTRIBUTES } from '../tree.ts';

const [ALIGNMENT, WIDTH] = [{ t: 'AlignDefault' }, { t: 'ColWidthDefault' }];

/** Makes a table of rows of cells, which hold blocks; the first row is its header. An empty table is nothing. */
export function tableOf(rows: readonly (readonly (readonly Element[])[])[]): Element[] {
  const columns = rows.reduce((most, row) => Math.max(most, row.findLastIndex((cell) => cell.length > 0) + 1), 0);
  if (columns === 0) return [];
  const [first, ...body] = rows.map((row) => [
    NO_ATTRIBUTES,
    Array.from({ length: columns }, (_, column) => [NO_ATTRIBUTES, ALIGNMENT, 1, 1, row[column] ?? []]),
  ]);
  const columnsOf = Array.from({ length: columns }, () => [ALIGNMENT, WIDTH]);
  const [header, bodies, footer] = [[NO_ATTRIBUTES, [first]], [[NO_ATTRIBUTES, 0, [], body]], [NO_ATTRIBUTES, []]];
  return [{ t: 'Table', c: [NO_ATTRIBUTES, [null, []], columnsOf, header, bodies, footer] }];
}
