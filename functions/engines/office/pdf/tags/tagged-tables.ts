import type { Cell, Table } from '../blocks/block.ts';
import { colorOfRules, groupNear, type Rules } from '../graphics/find-rules.ts';
import { around, type Box, isMiddleIn, isOver, isWithin, type Line, median, sizeOf, widen } from '../page.ts';
import { bandAt, gapsOf, gridsOf } from '../tables/build-grids.ts';
import { alignmentOf, findColumns, heightsOf } from '../tables/build-table.ts';
import type { Span } from '../tables/open-row.ts';
import { joinRows } from '../words/join-lines.ts';
import { runsOf } from '../words/join-words.ts';

interface TaggedCell extends Box {
  readonly lines: Line[];
}

/** How far texts may be outside of the lines around their table, in points. */
const ABOUT = 2;

/** How far rows of a header are apart at most, as a multiple of the size of their letters. */
const NEAR = 2;

/** A table of more columns is left to what finds tables by their looks. */
const MOST_COLUMNS = 200;

interface Found {
  readonly tables: Table[];
  /** The lines of text, and the pictures, outside of tables. */
  readonly lines: Line[];
  readonly inline: Line[];
}

/** Makes tables of the lines that are tagged as their cells. Cells without text have no place in the tree of a page. */
export function taggedTables(lines: readonly Line[], rules: Rules, inline: readonly Line[] = []): Found {
  const grids = gridsOf(rules);
  const tables: Table[] = [];
  const taken = new Set<Line>();
  const cells = lines.filter(({ tag }) => tag?.cell);
  for (const within of Map.groupBy(cells, ({ tag }) => tag?.cell?.table).values()) {
    const rows = [...Map.groupBy(within, ({ tag }) => tag?.cell?.row ?? 0)].sort(([a], [b]) => a - b);
    const head = repeatedHead(within, lines);
    const placed = withInline([...(head ? [head] : []), ...rows.map(([, row]) => cellsOf(row))], inline);
    const count = mostCells(placed);
    if (count < 2 || count > MOST_COLUMNS) continue;
    const box = around(placed.flat());
    const grid = grids.find((grid) => isWithin(box, widen(grid.box, ABOUT)));
    tables.push(tableOf(placed, grid ? { ...rules, down: grid.down } : rules, grid?.box));
    for (const { lines } of placed.flat()) for (const line of lines) taken.add(line);
  }
  const isLeft = (line: Line) => !taken.has(line);
  return { tables, lines: lines.filter(isLeft), inline: inline.filter(isLeft) };
}

/** The least share of rows with a picture of a column of these beside the texts, and their least count. */
const WITH_PICTURES = { share: 0.5, least: 2 };
/** How far pictures reach out of their rows at most, and into them at least, in points. */
const OUT = 6;
const LEVEL = 2;

/** The rows of a table with the pictures beside their texts: those among them, and columns of pictures. */
function withInline(rows: readonly TaggedCell[][], inline: readonly Line[]): TaggedCell[][] {
  const boxes = rows.map(around);
  const whole = around(boxes);
  const placed = inline.flatMap((picture) => {
    const row = boxes.findIndex((box) => isLevel(box, picture));
    const fits =
      row >= 0 &&
      (boxes[row - 1]?.bottom ?? 0) < picture.top + OUT &&
      picture.bottom < (boxes[row + 1]?.top ?? picture.bottom) + OUT;
    return fits ? [{ picture, row }] : [];
  });
  const isAmong = ({ picture }: (typeof placed)[number]) => {
    const column = placed.filter((other) => isOver(other.picture, picture));
    const count = new Set(column.map(({ row }) => row)).size;
    const isColumn = count >= Math.max(WITH_PICTURES.least, WITH_PICTURES.share * rows.length);
    return isColumn || isMiddleIn(picture, { ...whole, bottom: Math.max(whole.bottom, picture.bottom) });
  };
  const among = Map.groupBy(placed.filter(isAmong), ({ row }) => row);
  return rows.map((cells, row) => {
    const all = [...cells];
    for (const { picture } of among.get(row) ?? []) {
      const at = all.findIndex((cell) => isOver(cell, picture));
      const lines = [...(all[at]?.lines ?? []), picture];
      all.splice(at < 0 ? all.length : at, 1, { ...around(lines), lines });
    }
    return all.sort((a, b) => a.left - b.left);
  });
}

const isLevel = (a: Box, b: Box) => a.top < b.bottom - LEVEL && b.top < a.bottom - LEVEL;

/** The header row of a table that goes on at the top of a page: who repeats it there gives it no tags. */
function repeatedHead(cells: readonly Line[], lines: readonly Line[]): TaggedCell[] | undefined {
  const { left, top, right } = around(cells);
  if (lines.some((line) => line.tag && line.top < top)) return undefined;
  const above = joinRows(
    lines.filter((line) => !line.tag && line.top + line.bottom < 2 * top && line.right > left && line.left < right),
  );
  let start = above.length;
  for (let under = top; start > 0; start--) {
    const row = above[start - 1] ?? [];
    const [part] = row;
    if (!part || under - around(row).bottom > NEAR * sizeOf(part)) break;
    under = around(row).top;
  }
  const first = above.findIndex((row, at) => at >= start && row.length > 1);
  if (first < 0) return undefined;
  const head = above.slice(first).flat();
  return findColumns(head).map((column) => {
    const own = head.filter((line) => line.left >= column.left && line.right <= column.right);
    return { ...around(own), lines: own };
  });
}

const mostCells = (rows: readonly TaggedCell[][]) => rows.reduce((most, { length }) => Math.max(most, length), 0);

function cellsOf(row: readonly Line[]): TaggedCell[] {
  const cells = [...Map.groupBy(row, ({ tag }) => tag?.block).values()];
  return cells.map((lines) => ({ ...around(lines), lines })).sort((a, b) => a.left - b.left);
}

/** @param frame the grid around it */
function tableOf(rows: readonly TaggedCell[][], rules: Rules, frame?: Box): Table {
  const box = frame ?? around(rows.flat());
  const edges = edgesOf(rows, box, rules);
  const within = rules.down.filter(
    ({ at, from, to }) => at > box.left + 1 && at < box.right - 1 && from < box.bottom && to > box.top,
  );
  const isRuled =
    within.reduce((sum, { from, to }) => sum + Math.min(to, box.bottom) - Math.max(from, box.top), 0) >
    LEAST_RULED * (box.bottom - box.top);
  return {
    kind: 'table',
    ...box,
    left: edges[0] ?? box.left,
    right: edges.at(-1) ?? box.right,
    indent: 0,
    ...(isRuled && { ruled: colorOfRules(within) }),
    columns: gapsOf(edges),
    rows: rows.map((row) => placeRow(row, edges)),
    heights: heightsOf(rows.map(around)),
  };
}

/** How far rules may be outside of the text of their table, in points. */
const OUTSIDE = 15;
/** The least share of a table's height along which there are rules between two columns. */
const LEAST_RULED = 0.3;

/** Rows with so much of the most cells of one tell columns, each of which has so many cells at least. */
const [TELLING, LEAST_CELLS] = [0.7, 2];

/** The edges of columns: rules that go down, else gaps that no cells reach over, else gaps of rows with the most cells that fewest reach into. */
function edgesOf(rows: readonly TaggedCell[][], box: Box, rules: Rules): number[] {
  const count = mostCells(rows);
  const ruled = rulesDown(box, rules);
  if (ruled.length > count) return ruled;
  const full = rows.filter(({ length }) => length === count);
  const gaps = clearGaps(rows.filter(({ length }) => length >= count * TELLING).flat());
  const inner = gaps.length >= count ? gaps : gapsBetween(full, rows.flat());
  return [box.left - 1, ...inner, box.right + 1];
}

/** The middles of gaps between cells that none reaches over; none where a column would be of hardly any. */
function clearGaps(cells: readonly Box[]): number[] {
  const columns = findColumns(cells);
  const countIn = ({ left, right }: Span) => cells.filter((cell) => cell.left >= left && cell.right <= right).length;
  if (columns.length > MOST_COLUMNS || columns.some((column) => countIn(column) < LEAST_CELLS)) return [];
  return columns.slice(1).map(({ left }, at) => (left + (columns[at]?.right ?? left)) / 2);
}

/** The middles of gaps between the cells of full rows, where fewest others reach into them. */
function gapsBetween(full: readonly TaggedCell[][], cells: readonly Box[]): number[] {
  return (full[0] ?? []).slice(1).map((_, at) => {
    const [ends, starts] = [full.map((row) => row[at]?.right ?? 0), full.map((row) => row[at + 1]?.left ?? 0)];
    const [end, start] = [Math.max(...ends), Math.min(...starts)];
    return end < start ? clearestIn(end, start, cells) : (median(ends) + median(starts)) / 2;
  });
}

/** The middle of the widest part of a gap that fewest cells reach into. */
function clearestIn(from: number, to: number, cells: readonly Box[]): number {
  const inside = cells.filter(({ left, right }) => left < to && right > from);
  const steps = inside.flatMap(({ left, right }) => [
    { at: Math.max(left, from), step: 1 },
    { at: Math.min(right, to), step: -1 },
  ]);
  let [best, over, last] = [{ over: Number.POSITIVE_INFINITY, from, to }, 0, from];
  for (const { at, step } of [...steps.sort((a, b) => a.at - b.at), { at: to, step: 0 }]) {
    const isWider = over === best.over && at - last > best.to - best.from;
    if (at > last && (over < best.over || isWider)) best = { over, from: last, to: at };
    over += step;
    last = at;
  }
  return (best.from + best.to) / 2;
}

/** The places of rules that go down in a table, from left to right, each in the middle of those near to each other. */
function rulesDown({ left, top, right, bottom }: Box, { down }: Rules): number[] {
  const lengthOf = ({ from, to }: Rules['down'][number]) => Math.min(to, bottom) - Math.max(from, top);
  const within = down.filter((rule) => lengthOf(rule) > 0 && rule.at >= left - OUTSIDE && rule.at <= right + OUTSIDE);
  const places = groupNear(within, ({ at }) => at);
  const long = places.filter(
    ({ items }) => items.reduce((sum, rule) => sum + lengthOf(rule), 0) > (bottom - top) * LEAST_RULED,
  );
  return long.map(({ at }) => at);
}

/** How far the middle of a row's only cell is from that of its table at most where it reaches over all columns, in points. */
const OFF_CENTRE = 6;

function placeRow(row: readonly TaggedCell[], edges: readonly number[]): Cell[] {
  const last = edges.length - 2;
  const [left = 0, right = 0] = [edges[0], edges.at(-1)];
  const isCentred = (cell: Box) => Math.abs(cell.left + cell.right - left - right) < 2 * OFF_CENTRE;
  const columnAt = (x: number) => Math.min(last, bandAt(edges, x));
  const cells: Cell[] = [];
  let next = 0;
  row.forEach((cell, index) => {
    const runs = runsOf(joinRows(cell.lines).flat());
    // Each cell after it takes a column at least.
    const most = last - (row.length - 1 - index);
    const over = row.length === 1 && isCentred(cell);
    const column = over ? 0 : Math.min(most, Math.max(next, columnAt(cell.left + 1)));
    const end = over ? last : Math.min(most, Math.max(column, columnAt(cell.right - 1)));
    next = end + 1;
    const room = { left: edges[column] ?? 0, right: edges[end + 1] ?? 0 };
    cells.push({ column, span: end - column + 1, runs, lines: cell.lines, align: alignmentOf(cell.lines, room) });
  });
  return cells;
}
