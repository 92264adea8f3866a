import { around, type Box, isNumber, isSection, sizeOf, textOf } from '../page.ts';
import { buildTable } from '../tables/build-table.ts';
import { joinRows, type Row } from '../words/join-lines.ts';
import type { Block, Table } from './block.ts';
import { buildParagraphs } from './build-paragraphs.ts';
import type { Region } from './divide-page.ts';
import { joinCentred } from './join-centred.ts';
import { joinCurrencies } from './join-currencies.ts';
import { joinJustified } from './join-justified.ts';

/** How many rows above are searched for the left edges of cells. */
const MOST_LINES = 12;
/** How far a line of a cell is from the one above, as a multiple of its size; below a header, which has so many cells at least, too. */
const [CLOSE, FAR, LEAST_HEADER] = [0.6, 2, 3];
/** The largest count of rows around a table that are not of it, and the least count of rows of such a table. */
const MOST_AROUND = 4;
const LEAST_WITHIN = 4;
const MOSTLY = 0.6;
/** Above this many rows a table is whole, or none. */
const MOST_ROWS = 400;
/** How many heads that reach over columns may have as many texts as the rows below. */
const MOST_OVER = 2;
/** The largest count of heading rows within a table. */
const MOST_BETWEEN = 3;

/** Makes paragraphs, tables and pictures of a region, from top to bottom, in a column that may be wider than it. */
export function buildBlocks(region: Region, body: Pick<Box, 'left' | 'right'>): Block[] {
  const edges = region.column ? around([...region.lines, ...region.pictures, ...region.tables]) : body;
  const pictures = region.pictures.map(
    (picture): Block => ({
      ...picture,
      kind: 'picture',
      indent: Math.max(0, picture.left - body.left),
    }),
  );
  const texts = divideRows(joinCentred(joinCurrencies(joinJustified(joinRows(region.lines))))).flatMap(
    (rows): Block[] => {
      const flowing = rows.some((row) => row.some(({ tag }) => tag?.flowing));
      const found = !flowing && rows.some(isParted) ? tableWithin(rows, body.left) : undefined;
      const build = (own: typeof rows) => buildParagraphs(own, edges, body.left);
      if (!found) return build(rows);
      const { table, start, end } = found;
      return [...build(rows.slice(0, start)), table, ...build(rows.slice(end))];
    },
  );
  const tables = region.tables.map((table) => ({ ...table, indent: Math.max(0, table.left - body.left) }));
  return [...texts, ...pictures, ...tables].sort((a, b) => a.top - b.top);
}

/** Makes a table of rows, but for a few of the first and last where these stand in other columns. */
function tableWithin(rows: readonly Row[], edge: number): { table: Table; start: number; end: number } | undefined {
  const whole = buildTable(rows, edge);
  if (whole) return { table: whole, start: 0, end: rows.length };
  if (rows.length > MOST_ROWS) return undefined;
  for (let without = 1; without <= MOST_AROUND; without++) {
    for (let start = without; start >= 0; start--) {
      const end = rows.length - (without - start);
      const part = rows.slice(start, end);
      const table = isWhole(part) ? buildTable(part, edge) : undefined;
      if (table) return { table, start, end };
    }
  }
  for (let over = 1; over <= MOST_OVER; over++) {
    const table = buildTable(rows, edge, over);
    if (table) return { table, start: 0, end: rows.length };
  }
  return undefined;
}

/** Whether rows may be a table among others: they begin and end with several cells, and most have a number among them. */
function isWhole(rows: readonly Row[]): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last || Math.min(first.length, last.length) < 2) return false;
  const numbered = rows.filter((row) => row.length > 1 && row.some((line) => isNumber(textOf(line))));
  return numbered.length >= Math.max(LEAST_WITHIN, MOSTLY * rows.length);
}

/** Groups rows that may belong to one table, and the rows in between. */
function divideRows(rows: readonly Row[]): Row[][] {
  const groups: Group[] = [];
  rows.forEach((row, index) => {
    const last = groups.at(-1);
    const table =
      (row.length > 1 && !isTitle(row)) || (last?.table === true && (isWithin(rows, index) || goesOn(last.rows, row)));
    if (last && last.table === table && isNear(last.rows.at(-1), row)) last.rows.push(row);
    else groups.push({ rows: [row], table });
  });
  return joinParts(groups).map((group) => group.rows);
}

interface Group {
  readonly rows: Row[];
  readonly table: boolean;
}

/** Joins the parts of a table above and below a heading between its rows, which has more space around it. */
function joinParts(groups: readonly Group[]): Group[] {
  const joined: Group[] = [];
  for (const group of groups) {
    const [table, between] = joined.slice(-2);
    const goesOn = table?.table && between && group.table && isBetween(table.rows, between.rows, group.rows);
    if (goesOn) joined.splice(-2, 2, { table: true, rows: [...table.rows, ...between.rows, ...group.rows] });
    else joined.push(group);
  }
  return joined;
}

function isBetween(above: readonly Row[], rows: readonly Row[], below: readonly Row[]): boolean {
  const [before, first, last, after] = [above.at(-1), rows[0], rows.at(-1), below[0]];
  if (!before || !first || !last || !after || rows.length > MOST_BETWEEN || rows.some(({ length }) => length > 1))
    return false;
  return isNear(before, first, 2) && isNear(last, after, 2) && areAlike(before, after);
}

/** Whether the texts of two rows stand below each other, and most of them are numbers. */
function areAlike(above: Row, below: Row): boolean {
  const numbers = below.filter((line, at) => [line, above[at]].every((one) => one && isNumber(textOf(one))));
  const level = below.every((line, at) => line.left < (above[at]?.right ?? 0) && line.right > (above[at]?.left ?? 0));
  return above.length === below.length && level && numbers.length >= below.length / 2;
}

/** Whether a row is a heading, whose number may stand apart from it. */
const isTitle = (row: Row) =>
  row.every(({ level }) => level !== undefined) && (row.length === 1 || isSection(row.map(textOf).join(' ')));

/** Whether a row may be of several cells. */
const isParted = (row: Row) => row.length > 1 && !isTitle(row);

/** Whether a row of one cell is between rows of several, at no greater distance than theirs. */
function isWithin(rows: readonly Row[], index: number): boolean {
  const [before, row, after] = [rows[index - 1], rows[index], rows[index + 1]];
  if (!before || !row || !after || isTitle(row)) return false;
  return isNear(before, row, 1.2) && isNear(row, after, 1.2) && after.length > 1;
}

/** Whether a row continues a cell: it begins at the left edge of a column after the first, and ends before the next. */
function goesOn(above: readonly Row[], [line]: Row): boolean {
  const last = above.at(-1);
  // Below a header that is repeated on a page, the last row of the page before may go on.
  const [header = [], ...under] = above;
  const most = header.length >= LEAST_HEADER && under.every(({ length }) => length === 1) ? FAR : CLOSE;
  if (!line || !last || !isNear(last, [line], most)) return false;
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
