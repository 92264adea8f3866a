import type { Alignment, Cell, Table } from '../blocks/block.ts';
import { around, type Box, chunkWhile, isBold, isInline, isNumber, type Line, sizeOf, textOf } from '../page.ts';
import type { Row } from '../words/join-lines.ts';
import { runsOf } from '../words/join-words.ts';
import { isText } from './is-text.ts';
import { joinHalves } from './join-halves.ts';
import { joinHeads } from './join-heads.ts';
import { columnOf, joined, joinWhere, type OpenRow, placeRow, type Span } from './open-row.ts';

/** The largest count of columns of a table in a text. */
const MOST_COLUMNS = 200;
/**
 * Rows tell columns if they have a share of the most texts of one, where there are so many of them: at least, and of all
 * rows. Where heads reach over columns, only those with more tell; where heads have more texts than all below, more rows.
 */
const TELLING = [
  { share: 0.7, least: 2, ofAll: 0 },
  { share: 0.95, least: 3, ofAll: 0.5 },
  { share: 0.5, least: 8, ofAll: 0.6 },
] as const;
/** So many rows tell columns at least where heads that reach over these have as many texts as they. */
const MANY = 8;
/** The largest share of rows with two texts in a column of one. */
const MOST_CROWDED = 0.1;
/** How much of the height of a row lies beside the one above it where both are one. */
const BESIDE = 0.3;
/** How many of the gaps between rows that divide them are wider than those within them, and by how much of a letter. */
const WIDER = 0.3;
const MOST_UNLIKE = 0.3;

/** How many of the places of a table have a text at least: those of a drawing stand anywhere. */
const LEAST_FILLED = 0.3;

/**
 * Makes a table of rows whose parts are aligned in columns; undefined where they are not.
 * @param over how many heads that reach over columns have as many texts as the rows below
 */
export function buildTable(rows: readonly Row[], edge: number, over = 0): Table | undefined {
  const found = TELLING.map((telling) => columnsOf(rows, over, telling)).find((each) => each !== undefined);
  if (!found || isText(rows)) return undefined;
  const placed = joinOverlapping(rows.map((row) => placeRow(row, found)));
  const { rows: whole, columns } = joinHalves({ rows: placed, columns: found });
  const open = joinHeads(joinBands(whole), columns);
  const filled = open.reduce((sum, { cells }) => sum + cells.size, 0);
  if (filled < LEAST_FILLED * open.length * columns.length) return undefined;
  const box = around(rows.flat());
  const wide = widened(columns, open);
  return {
    kind: 'table',
    ...box,
    indent: Math.max(0, box.left - edge),
    columns: widthsOf(wide),
    rows: open.map(({ cells }) => finishRow(cells, wide)),
    heights: heightsOf(open),
  };
}

/** The columns of the rows that tell them, or nothing where there are too few, or texts would share cells. */
function columnsOf(
  rows: readonly Row[],
  over: number,
  { share, least, ofAll }: (typeof TELLING)[number],
): Span[] | undefined {
  const most = rows.reduce((max, { length }) => Math.max(max, length), 0);
  const full = rows.filter(({ length }) => length >= Math.max(2, most * share));
  const telling = full.slice(over);
  const columns = findColumns(telling.flat());
  if (telling.length < Math.max(over > 0 ? MANY : least, ofAll * rows.length)) return undefined;
  if (columns.length < 2 || columns.length > MOST_COLUMNS) return undefined;
  const crowded = telling.filter((row) => isCrowded(row, columns));
  return crowded.length > telling.length * MOST_CROWDED ? undefined : columns;
}

/** The columns in which parts overlap horizontally. */
export function findColumns(lines: readonly Pick<Box, 'left' | 'right'>[]): Span[] {
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

/** Joins rows that overlap vertically, as cells that are centred beside taller ones, and pictures beside their texts. */
function joinOverlapping(rows: readonly OpenRow[]): OpenRow[] {
  const heightOf = ({ top, bottom }: Box) => bottom - top;
  return joinWhere(rows, (above, below) => {
    const least = linesOf(below).some(isInline) ? Math.min(heightOf(above), heightOf(below)) : heightOf(below);
    return above.bottom - below.top > BESIDE * least;
  });
}

/** Rows that lines of theirs, or wider gaps, set apart are joined within; else what goes on below its column alone. */
function joinBands(rows: readonly OpenRow[]): OpenRow[] {
  const bands = chunkWhile(rows, (above, below) => bandOf(above) === bandOf(below) && !isHead(above, below));
  if (bands.length > 2 && areRows(bands)) return bands.flatMap(joinBand);
  const gaps = rows.slice(1).map((row, index) => row.top - (rows[index]?.bottom ?? 0));
  const widest = Math.max(...gaps);
  const wide = (Math.min(...gaps) + widest) / 2;
  const size = sizeOf([...(rows[0]?.cells.values() ?? [])][0]?.lines[0] as Line);
  const apart = chunkWhile(rows, (above, below) => below.top - above.bottom <= wide && !isHead(above, below));
  if (apart.length > 2 && widest - Math.min(...gaps) > WIDER * size && areRows(apart)) return apart.flatMap(joinBand);
  return joinContinued(rows);
}

/** Whether all of a row is bold, and nothing below it. */
const isHead = (above: OpenRow, below: OpenRow) => linesOf(above).every(isBold) && !linesOf(below).some(isBold);

const linesOf = ({ cells }: OpenRow) => [...cells.values()].flatMap(({ lines }) => lines);

/** The row of a band, or its rows where these are not of one, as the totals below the last item. */
const joinBand = (band: readonly OpenRow[]) => (isOneRow(band) ? [band.reduce(joined)] : joinContinued(band));

/** How many lines are drawn above a row. */
function bandOf(row: OpenRow): number {
  return linesOf(row).reduce((most, { band = 0 }) => Math.max(most, band), 0);
}

/** Whether what most bands hold are lines of one row each; the last may hold totals below it. */
function areRows(bands: readonly (readonly OpenRow[])[]): boolean {
  const tall = bands.filter(({ length }) => length > 1);
  const unlike = tall.filter((band) => !isOneRow(band));
  const within = unlike.filter((band) => band !== bands.at(-1));
  return unlike.length < tall.length && within.length <= tall.length * MOST_UNLIKE;
}

/** Whether the rows of a band are one: the cells of the first go on, some longer than others, or one goes on from the page before. */
function isOneRow([first, ...others]: readonly OpenRow[]): boolean {
  if (!first || others.length === 0) return true;
  if (others.some((row) => isRow(first, row))) return false;
  const lines = [...first.cells.keys()].map((column) => others.filter(({ cells }) => cells.has(column)).length);
  if (lines.length === 1 && !first.cells.has(0)) return true;
  return Math.min(...lines) < Math.max(...lines);
}

/** Whether a row below another is one of its own: it has cells that the other lacks, or numbers below numbers. */
function isRow(above: OpenRow, { cells }: OpenRow): boolean {
  return [...cells].some(([column, { lines }]) => {
    const cell = above.cells.get(column);
    return !cell || (isNumbers(lines) && isNumbers(cell.lines));
  });
}

const isNumbers = (lines: readonly Line[]) => lines.every((line) => isNumber(textOf(line)));

/** Lines of a cell after its first begin no row: those that stand close below, and not in the first column. */
function joinContinued(rows: readonly OpenRow[]): OpenRow[] {
  return joinWhere(
    rows,
    (above, below) => !below.cells.has(0) && isClose(above, below) && fits(above, below) && !isRow(above, below),
  );
}

function isClose(above: OpenRow, below: OpenRow): boolean {
  const [cell] = below.cells.values();
  const line = cell?.lines[0];
  return line !== undefined && below.top - above.bottom < sizeOf(line) * 0.4;
}

function fits(above: OpenRow, below: OpenRow): boolean {
  return above.cells.size > below.cells.size && [...below.cells.keys()].every((column) => above.cells.has(column));
}

/** Columns with what begins in the gaps before them in rows that do not tell them. */
function widened(columns: readonly Span[], rows: readonly OpenRow[]): Span[] {
  return columns.map(({ left, right }, column) => {
    const own = rows.flatMap(({ cells }) => cells.get(column)?.lines ?? []);
    return { left: Math.min(left, around(own).left), right };
  });
}

/** How far before their texts columns begin, in points, and how far behind its own the last one ends. */
const BEFORE = 3;
const LAST = 12;

/** The widths of columns: each reaches to the next. */
function widthsOf(columns: readonly Span[]): number[] {
  const edges = columns.map(({ left }, at) => left - Math.min(BEFORE, (left - (columns[at - 1]?.right ?? left)) / 2));
  const end = (columns.at(-1)?.right ?? 0) + LAST;
  return edges.map((edge, at) => Math.max(LAST, (edges[at + 1] ?? end) - edge));
}

/** The heights of rows: each reaches to the next. */
export const heightsOf = (rows: readonly Box[]) =>
  rows.map(({ top, bottom }, at) => Math.max(0, (rows[at + 1]?.top ?? bottom) - top));

function finishRow(cells: OpenRow['cells'], columns: readonly Span[]): Cell[] {
  const order = [...cells.keys()].sort((a, b) => a - b);
  return order.map((column, index) => {
    const { span: wanted, lines } = cells.get(column) ?? { span: 1, lines: [] };
    const span = Math.min(wanted, (order[index + 1] ?? columns.length) - column);
    const [left, right] = [columns[column]?.left ?? 0, columns[column + span - 1]?.right ?? 0];
    return { column, span, runs: runsOf(lines), lines, align: alignmentOf(lines, { left, right }) };
  });
}

/** The alignment of a cell: numbers are right-aligned. */
export function alignmentOf(lines: readonly Line[], column: Pick<Box, 'left' | 'right'> | undefined): Alignment {
  const [line] = lines;
  if (!line || !column || column.right - column.left < (line.right - line.left) * 1.1) return 'start';
  const [before, behind] = [line.left - column.left, column.right - line.right];
  if (behind < 1.5 && before > 3) return 'end';
  return Math.abs(before - behind) < 3 && before > 3 ? 'center' : 'start';
}
