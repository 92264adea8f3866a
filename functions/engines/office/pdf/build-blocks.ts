import type { Block } from './block.ts';
import { buildParagraphs } from './build-paragraphs.ts';
import { buildTable } from './build-table.ts';
import type { Region } from './divide-page.ts';
import { joinRows, type Row } from './join-lines.ts';
import { around, type Box, sizeOf } from './page.ts';

/** So many rows above are looked at for where cells begin. */
const MOST_LINES = 12;

/** Makes paragraphs, tables and pictures of a region, from top to bottom. */
export function buildBlocks(region: Region, body: Pick<Box, 'left' | 'right'>): Block[] {
  const edges = region.column ? around([...region.lines, ...region.pictures, ...region.tables]) : body;
  const pictures = region.pictures.map(
    (picture): Block => ({
      ...picture,
      kind: 'picture',
      indent: Math.max(0, picture.left - edges.left),
    }),
  );
  const texts = divideRows(joinRows(region.lines)).flatMap((rows): Block[] => {
    const table = rows.some((row) => row.length > 1) ? buildTable(rows, edges.left) : undefined;
    return table ? [table] : buildParagraphs(rows, edges);
  });
  const tables = region.tables.map((table) => ({ ...table, indent: Math.max(0, table.left - edges.left) }));
  return [...texts, ...pictures, ...tables].sort((a, b) => a.top - b.top);
}

/** Puts rows that may be of one table together; all others follow each other. */
function divideRows(rows: readonly Row[]): Row[][] {
  const groups: { rows: Row[]; table: boolean }[] = [];
  rows.forEach((row, index) => {
    const last = groups.at(-1);
    const table = row.length > 1 || (last?.table === true && (isWithin(rows, index) || goesOn(last.rows, row)));
    if (last && last.table === table && isNear(last.rows.at(-1), row)) last.rows.push(row);
    else groups.push({ rows: [row], table });
  });
  return groups.map((group) => group.rows);
}

/** Whether a row of one cell has rows of more before and behind it that it stands no further from than they would. */
function isWithin(rows: readonly Row[], index: number): boolean {
  const [before, row, after] = [rows[index - 1], rows[index], rows[index + 1]];
  return Boolean(before && row && after && isNear(before, row, 1.2) && isNear(row, after, 1.2) && after.length > 1);
}

/** Whether a row is a line of a cell: it begins where cells do, below the first column, and ends before the next. */
function goesOn(above: readonly Row[], [line]: Row): boolean {
  const last = above.at(-1);
  if (!line || !last || !isNear(last, [line], 0.6)) return false;
  return above.slice(-MOST_LINES).some((row) => {
    const at = row.findIndex(({ left }) => Math.abs(left - line.left) < 2);
    return at > 0 && line.right < (row[at + 1]?.left ?? Number.POSITIVE_INFINITY);
  });
}

function isNear(above: Row | undefined, below: Row, most = 3): boolean {
  const [first] = below;
  if (!above || !first) return true;
  return around(below).top - around(above).bottom < most * sizeOf(first);
}
