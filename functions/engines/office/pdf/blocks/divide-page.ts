import {
  around,
  type Box,
  chunkWhile,
  isInline,
  isNumber,
  type Line,
  median,
  type Page,
  type PagePicture,
  sizeOf,
  textOf,
} from '../page.ts';
import { joinRows, type Row } from '../words/join-lines.ts';
import type { Table } from './block.ts';
import { joinJustified } from './join-justified.ts';

/** A part of a page that is read from top to bottom. */
export interface Region {
  readonly lines: readonly Line[];
  readonly pictures: readonly PagePicture[];
  readonly tables: readonly Table[];
  /** Whether there are other columns beside it. */
  readonly column: boolean;
}

/** Columns beside each other, each of regions. */
export interface Columns {
  readonly columns: readonly (readonly Region[])[];
}

export type Part = Region | Columns;

/** What is divided. */
type Item = Line | PagePicture | Table;

const isLine = (item: Item): item is Line => 'runs' in item;
const isTable = (item: Item): item is Table => 'rows' in item;
const isPicture = (item: Item): item is PagePicture => 'path' in item;

/** The narrowest gutter between columns, in points. */
const GUTTER = 6;
/** The least count of lines of a column, and the least distance of two, in points. */
const COLUMN_LINES = 3;
const LEVEL = 2;
/** The largest count of lines of a heading above columns. */
const HEADING_LINES = 3;
/** How much of a column its lines fill, and the share of its text in such lines; the cells of tables fill less. */
const COLUMN_FILL = 0.6;
const MOSTLY_FILLING = 0.6;
/** How wide lines of text are at least, by the size of their letters; cells of tables may be narrower. */
const LINE_WIDTH = 8;
/** The share of rows with numbers beside each other in a side that is no column of text. */
const MOSTLY_NUMBERS = 0.6;
/** The share of rows with numbers that are level with rows beside them, where all are of a table. */
const NEARLY_ALL = 0.8;
/** How many gaps are tried, the widest first. */
const MOST_GAPS = 50;
/** The bound on comparisons, above which what is beside a heading or picture across columns is no part of its row. */
const MOST_WORK = 5_000_000;
/** The deepest division of a page. */
const DEPTH = 12;

/** Divides a page into parts in reading order (XY cut). */
export function dividePage({ lines, pictures, tables }: Pick<Page, 'lines' | 'pictures' | 'tables'>): Part[] {
  return divide([...lines, ...pictures, ...tables], false, DEPTH);
}

function divide(items: readonly Item[], column: boolean, depth: number): Part[] {
  const sides = depth > 0 && findColumns(items);
  const lead = sides && leadOf(items, sides);
  if (lead) return lead.flatMap((part) => divide(part, column, depth - 1));
  if (sides) return [{ columns: sides.flatMap((side) => columnsOf(divide(side, true, depth - 1))) }];
  const sections = depth > 0 ? sectionsOf(items) : [];
  if (sections.length > 1) return sections.flatMap((section) => divide(section, column, depth - 1));
  const bands = depth > 0 ? bandsOf(items) : [];
  if (bands.length < 2) return [regionOf(items, column)];
  // What is not in columns is one, so that tables and paragraphs in it are seen whole.
  const parts: Part[] = [];
  let open: Item[] = [];
  for (const band of bands) {
    const divided = divide(band, column, depth - 1);
    if (divided.every(isRegion)) open.push(...band);
    else {
      if (open.length > 0) parts.push(regionOf(open, column));
      parts.push(...divided);
      open = [];
    }
  }
  return open.length > 0 ? [...parts, regionOf(open, column)] : parts;
}

/** A heading above columns that reaches over neither of them, and all else; nothing where there is none. */
function leadOf(items: readonly Item[], sides: readonly Item[][]): [Item[], Item[]] | undefined {
  const start = Math.max(...sides.map((side) => around(side).top));
  const lead = items.filter(({ bottom }) => bottom <= start + 1);
  if (lead.length === 0 || lead.length > HEADING_LINES) return undefined;
  const rest = items.filter((item) => !lead.includes(item));
  const [above, below] = [around(lead), around(rest)];
  return below.top - above.bottom > (above.bottom - above.top) / lead.length / 2 ? [lead, rest] : undefined;
}

/** Columns within a column: where they are all there is in it they stand beside the others, else below each other. */
function columnsOf(side: readonly Part[]): readonly (readonly Region[])[] {
  const [only] = side;
  if (only && side.length === 1 && !isRegion(only)) return only.columns;
  return [side.flatMap((part) => (isRegion(part) ? part : part.columns.flat()))];
}

/** Divides between what stands in two columns and what reaches over both, where there is no gap between these. */
function sectionsOf(items: readonly Item[]): Item[][] {
  const gutter = gutterOf(items);
  if (gutter === undefined) return [];
  const across = items.filter((item) => item.left < gutter && item.right > gutter);
  const beside = across.length * items.length > MOST_WORK ? [] : across;
  const known = new Set(across);
  const isAcross = (item: Item) => known.has(item) || beside.some((other) => isMostlyBeside(item, other));
  const sorted = [...items].sort((a, b) => a.top - b.top);
  const sections = chunkWhile(sorted, (last, next) => isAcross(last) === isAcross(next));
  const areInColumns = (section: readonly Item[]) => {
    const left = section.filter((item) => item.right <= gutter);
    const right = section.filter((item) => item.left >= gutter);
    return left.length > 0 && right.length > 0 && areColumns([left, right]);
  };
  return sections.some(areInColumns) ? sections : [];
}

/** Whether half of the height of a box is level with another. */
const isMostlyBeside = (box: Box, { top, bottom }: Box) =>
  Math.min(box.bottom, bottom) - Math.max(box.top, top) > (box.bottom - box.top) / 2;

/** The middle of the gap that most rows have. */
function gutterOf(items: readonly Item[]): number | undefined {
  const steps = joinRows(items.filter(isLine)).flatMap((row) =>
    row.slice(1).flatMap(({ left }, at): [number, number][] => {
      const right = row[at]?.right ?? left;
      return left - right < GUTTER
        ? []
        : [
            [right, 1],
            [left, -1],
          ];
    }),
  );
  let [open, most, place] = [0, 0, 0];
  steps.sort(([a], [b]) => a - b);
  for (const [index, [at, step]] of steps.entries()) {
    open += step;
    if (open > most) [most, place] = [open, (at + (steps[index + 1]?.[0] ?? at)) / 2];
  }
  return most >= COLUMN_LINES ? place : undefined;
}

/** Whether a part is a region, and not divided into columns. */
export function isRegion(part: Part): part is Region {
  return 'lines' in part;
}

function regionOf(items: readonly Item[], column: boolean): Region {
  return {
    lines: items.filter(isLine),
    pictures: items.filter(isPicture),
    tables: items.filter(isTable),
    column,
  };
}

/** The boxes of all that is in regions. */
export function boxesOf(regions: readonly Region[]): Box[] {
  return regions.flatMap(({ lines, pictures, tables }) => [...lines, ...pictures, ...tables]);
}

/** The sides of the widest gap that divides columns of text, if there is one. */
function findColumns(items: readonly Item[]): Item[][] | undefined {
  const gaps: { width: number; index: number }[] = [];
  const sorted = [...items].sort((a, b) => a.left - b.left);
  let right = Number.NEGATIVE_INFINITY;
  sorted.forEach((item, index) => {
    const width = item.left - right;
    if (index > 0 && width >= GUTTER) gaps.push({ width, index });
    right = Math.max(right, item.right);
  });
  for (const { index } of gaps.sort((a, b) => b.width - a.width).slice(0, MOST_GAPS)) {
    const sides: [Item[], Item[]] = [sorted.slice(0, index), sorted.slice(index)];
    if (areColumns(sides)) return sides;
  }
  return undefined;
}

function areColumns([left, right]: readonly [Item[], Item[]]): boolean {
  const [a, b] = [around(left), around(right)];
  const shared = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  if (shared < 0.4 * Math.min(a.bottom - a.top, b.bottom - b.top)) return false;
  const [first, second] = [left.filter(isLine), right.filter(isLine)];
  // A picture beside a text.
  if (first.length === 0 || second.length === 0) return true;
  if ([first, second].some(isOfPictures)) return false;
  if (Math.min(levelsOf(first), levelsOf(second)) < COLUMN_LINES) return false;
  const [before, behind] = [joinRows(first), joinRows(second)];
  const filled = [before, behind].filter(isFilled).length;
  if (filled === 2) return true;
  if (filled === 0 && [before, behind].some(areNumbers)) return false;
  return !areLevel(before, second) && !areLevel(behind, first) && shareOfRows(first, second) < 0.4;
}

/** Whether a side is a column of pictures with a heading at most. */
const isOfPictures = (lines: readonly Line[]) =>
  lines.some(isInline) && lines.filter((line) => !isInline(line)).length < COLUMN_LINES;

/** Whether numbers stand beside each other in most rows of a side: those of a table, whose names may be centred beside them. */
const areNumbers = (rows: readonly Row[]) => rows.filter(hasNumbers).length > rows.length * MOSTLY_NUMBERS;

const hasNumbers = (row: Row) => row.filter((line) => isNumber(textOf(line))).length > 1;

/** Whether rows with numbers are those of a table that begins on the other side: nearly each has a text beside it. */
function areLevel(rows: readonly Row[], others: readonly Line[]): boolean {
  const numbers = rows.filter(hasNumbers);
  const isLevel = levelWith(others, 0.1);
  return (
    numbers.length >= COLUMN_LINES && numbers.filter((row) => row.some(isLevel)).length > numbers.length * NEARLY_ALL
  );
}

/** How many lines of a side stand below each other. */
const levelsOf = (lines: readonly Line[]) => new Set(lines.map(({ bottom }) => Math.round(bottom / LEVEL))).size;

/** Whether most of the text of a side is in rows of long lines that fill it. */
function isFilled(rows: readonly Row[]): boolean {
  const lines = rows.flat();
  const { left, right } = around(lines);
  const least = LINE_WIDTH * median(lines.map(sizeOf));
  let [all, filling] = [0, 0];
  for (const row of joinJustified(rows)) {
    const length = row.reduce((sum, line) => sum + textOf(line).length, 0);
    const width = row.reduce((sum, line) => sum + line.right - line.left, 0);
    all += length;
    if (width >= Math.max(COLUMN_FILL * (right - left), least * row.length)) filling += length;
  }
  return filling >= all * MOSTLY_FILLING;
}

/** How much of the side with fewer lines stands in one row with something on the other. */
function shareOfRows(first: readonly Line[], second: readonly Line[]): number {
  const [short, long] = first.length < second.length ? [first, second] : [second, first];
  return short.filter(levelWith(long, 0.3)).length / short.length;
}

/** Whether a line is level with one of others, by a share of the size of its letters. */
function levelWith(lines: readonly Line[], tolerance: number): (line: Line) => boolean {
  const bottoms = lines.map(({ bottom }) => bottom).sort((a, b) => a - b);
  return (line) => nearest(bottoms, line.bottom) < sizeOf(line) * tolerance;
}

/** How far the nearest of some numbers in their order is from another. */
function nearest(sorted: readonly number[], wanted: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  const [before = Number.NEGATIVE_INFINITY, after = Number.POSITIVE_INFINITY] = [sorted[low - 1], sorted[low]];
  return Math.min(wanted - before, after - wanted);
}

/** Divides at the gaps that nothing reaches over, but only at the large ones. */
function bandsOf(items: readonly Item[]): Item[][] {
  const sorted = [...items].sort((a, b) => a.top - b.top);
  let end = sorted[0]?.bottom ?? 0;
  const gaps = sorted.map(({ top, bottom }) => {
    const gap = top - end;
    end = Math.max(end, bottom);
    return gap;
  });
  const largest = Math.max(0, ...gaps);
  if (largest < 1) return [];
  const indexes = chunkWhile(sorted.keys(), (_, next) => (gaps[next] ?? 0) < largest / 2);
  return indexes.map((band) => band.flatMap((index) => sorted[index] ?? []));
}
