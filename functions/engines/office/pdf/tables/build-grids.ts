import type { Cell, CellLook, Table } from '../blocks/block.ts';
import { colorOfRules, groupNear, NEAR_RULES, type Rule, type Rules } from '../graphics/find-rules.ts';
import { around, type Box, isInline, isMiddleIn, isNumber, isWithin, type Line, textOf, widen } from '../page.ts';
import { joinRows } from '../words/join-lines.ts';
import { runsOf } from '../words/join-words.ts';
import { alignmentOf } from './build-table.ts';
import { divideRow } from './divide-row.ts';
import { divideRooms, type Grid, type Room, roomsOf } from './grid-rooms.ts';

/** Above this many pairs of lines, and cells of a grid, a page is a drawing. */
const MOST_WORK = 4_000_000;
const MOST_CELLS = 20_000;
/** The least share of cells with text, and the largest share of cells with gaps in their lines. */
const LEAST_FILLED = 0.15;
const MOST_PARTED = 0.2;
/** The share of places that are cells of their own in a form, which may have no more text than that of one column. */
const LEAST_DIVIDED = 0.8;
/** How many texts those of one column are at least. */
const LEAST_NAMES = 4;
/** The largest share of text in columns that no rule divides. */
const MOST_UNDIVIDED = 0.5;
/** How many more cells may be tagged than rules divide; and more where a larger share of rows has one, as of lines of text. */
const MOST_MORE = 1.1;
const MOST_SINGLE = 0.3;
/** The largest share of lines of text that reach out of their cells, and by how much they do, in points. */
const MOST_ACROSS = 0.25;
const OUT = 6;
/** How near edges are to both ends of highlighted text, with a space behind it; and the largest share of such text. */
const HIGHLIGHT = { before: 1.5, behind: 4 };
const MOST_HIGHLIGHTED = 0.6;
/** How much more is free on one side of a centred text than on the other, in points. */
const EVEN = 5;
/** Where less than this is free, as beside a text that nearly fills its cell, it is no more than this, in points. */
const CENTRED = 10;
const QUITE_EVEN = 1;
/** The most lines of a field of a form. */
const FIELD_LINES = 4;
/** A grid with so few rows may hold several rows of text in each. */
const FEW_ROWS = 3;
/** The least count of rows of text into which a row of the grid is divided. */
const LEAST_ROWS = 3;

interface Found {
  readonly tables: Table[];
  /** The lines of text outside of tables. */
  readonly lines: Line[];
  readonly others: Line[];
}

/** A grid of lines that meet each other. */
export interface DrawnGrid extends Grid {
  readonly box: Box;
  readonly across: readonly Rule[];
  readonly down: readonly Rule[];
  /** The colour of its rules. */
  readonly color: string;
}

/**
 * Makes tables of text between rules: text that no rule divides is one cell.
 * @param others rotated text and pictures, which do not tell whether there is a table
 */
export function buildGrids(lines: readonly Line[], rules: Rules, others: readonly Line[]): Found {
  let [left, leftOthers] = [[...lines], [...others]];
  const tables: Table[] = [];
  for (const grid of gridsOf(rules)) {
    const { xs, box, color } = grid;
    const within = left.filter((line) => isMiddleIn(line, box));
    const tagged = new Set(within.flatMap(({ tag }) => tag?.cell?.table ?? []));
    const goesOn = left.some((line) => line.tag?.cell && tagged.has(line.tag.cell.table) && !isMiddleIn(line, box));
    if (within.length < 2 || goesOn || within.some(({ tag }) => tag?.flowing)) continue;
    const rows = rowsOf(within, grid);
    if (!rows) continue;
    const inBox = leftOthers.filter((line) => isMiddleIn(line, box));
    const rooms = inBox.some(isInline) ? roomsOf(grid) : [];
    const added = inBox.filter((line) => !isInline(line) || fits(line, rooms, grid));
    const all = added.length > 0 ? rowsOf([...within, ...added], grid) : undefined;
    const inside = new Set([...within, ...(all ? added : [])]);
    left = left.filter((line) => !inside.has(line));
    leftOthers = leftOthers.filter((line) => !inside.has(line));
    tables.push({ kind: 'table', ...box, indent: 0, ruled: color, columns: gapsOf(xs), ...(all ?? rows) });
  }
  return { tables, lines: left, others: leftOthers };
}

/** Whether a picture is in one cell. */
function fits(picture: Line, rooms: readonly Room[], { xs, ys }: Grid): boolean {
  const room = rooms[bandAt(ys, picture.top + OUT) * (xs.length - 1) + bandAt(xs, picture.left + OUT)];
  if (!room) return false;
  const [left = 0, top = 0] = [xs[room.column], ys[room.row]];
  const [right = 0, bottom = 0] = [xs[room.lastColumn + 1], ys[room.lastRow + 1]];
  return isWithin(picture, widen({ left, top, right, bottom }, OUT));
}

/** The distances between places. */
export const gapsOf = (places: readonly number[]) => places.slice(1).map((place, at) => place - (places[at] ?? 0));

/**
 * Grids of rules that meet.
 * @param near how far from each other rules end at most that meet, in points
 */
export function gridsOf({ across, down }: Rules, { leastColumns = 2, near = NEAR_RULES } = {}): DrawnGrid[] {
  if (across.length * down.length > MOST_WORK) return [];
  const groups = [...across.map((rule) => ({ across: [rule], down: [] as Rule[] }))];
  let open = groups;
  for (const rule of down) {
    const met = open.filter((group) => group.across.some((other) => meets(other, rule, near)));
    if (met.length === 0) continue;
    const joined = {
      across: met.flatMap((group) => group.across),
      down: [...met.flatMap((group) => group.down), rule],
    };
    open = [...open.filter((group) => !met.includes(group)), joined];
  }
  return open.flatMap((group) => {
    const xs = places([...group.down.map(({ at }) => at), ...ends(group.across)]);
    const ys = places([...group.across.map(({ at }) => at), ...ends(group.down)]);
    if (xs.length <= leastColumns || ys.length < 2 || (xs.length - 1) * (ys.length - 1) > MOST_CELLS) return [];
    const covers = (rules: readonly Rule[], at = 0, between: readonly number[], index: number) => {
      const center = ((between[index] ?? 0) + (between[index + 1] ?? 0)) / 2;
      return rules.some((rule) => Math.abs(rule.at - at) < NEAR_RULES && rule.from < center && rule.to > center);
    };
    const parted: Grid['parted'] = (column, row, side) =>
      side === 'right' ? covers(group.down, xs[column + 1], ys, row) : covers(group.across, ys[row + 1], xs, column);
    const box = { left: xs[0] ?? 0, top: ys[0] ?? 0, right: xs.at(-1) ?? 0, bottom: ys.at(-1) ?? 0 };
    return [{ xs, ys, box, parted, ...group, color: colorOfRules([...group.across, ...group.down]) }];
  });
}

function meets(across: Rule, down: Rule, near: number): boolean {
  const level = across.at > down.from - near && across.at < down.to + near;
  return level && down.at > across.from - near && down.at < across.to + near;
}

const ends = (rules: readonly Rule[]) => [
  rules.reduce((least, { from }) => Math.min(least, from), Number.POSITIVE_INFINITY),
  rules.reduce((most, { to }) => Math.max(most, to), Number.NEGATIVE_INFINITY),
];

/** The places of rules, each in the middle of those near to each other. */
const places = (values: readonly number[]) =>
  groupNear(values.filter(Number.isFinite), (value) => value).map(({ at }) => at);

/** The rows of a table, or nothing where the grid is none. */
function rowsOf(lines: readonly Line[], grid: DrawnGrid): Pick<Table, 'rows' | 'heights'> | undefined {
  const rooms = roomsOf(grid);
  const [columns, rows] = [grid.xs.length - 1, grid.ys.length - 1];
  for (const line of lines) {
    const [column, row] = [
      bandAt(grid.xs, (line.left + line.right) / 2),
      bandAt(grid.ys, (line.top + line.bottom) / 2),
    ];
    rooms[row * columns + column]?.lines.push(line);
  }
  const across = [...new Set(rooms)].flatMap((room) => room.lines.filter((line) => isAcross(line, room, grid)));
  if (across.length > MOST_ACROSS * lines.length || isOfHighlights(lines, grid)) return undefined;
  divideRooms(rooms, grid);
  const filled = [...new Set(rooms)].filter((room) => room.lines.length > 0);
  if (isTaggedOtherwise(filled) || (rows === 1 && !areFields(rooms))) return undefined;
  const many = (of: (room: Room) => number) => new Set(filled.map(of)).size > 1;
  const columned = many(({ column }) => column);
  // Cells of a blank form are all divided by rules.
  const whole = filled.length >= (columned ? 2 : LEAST_NAMES) && new Set(rooms).size >= LEAST_DIVIDED * rooms.length;
  if (!many(({ row }) => row) && !whole && filled.every(({ lines: own }) => own.length < 2)) return undefined;
  if (!whole && (!columned || filled.length < LEAST_FILLED * new Set(rooms).size)) return undefined;
  if (filled.filter(isParted).length > MOST_PARTED * filled.length) return undefined;
  const undivided = filled
    .filter((room) => hasColumns(room) || isCrowded(room) || isParted(room))
    .flatMap((room) => room.lines);
  if (undivided.length > MOST_UNDIVIDED * lines.length) return undefined;
  const extents = Array.from({ length: columns }, (_, column) => {
    const own = filled.filter((room) => room.column === column && room.lastColumn === column);
    return own.length > 0 ? around(own.flatMap((room) => room.lines)) : undefined;
  });
  const divided = gapsOf(grid.ys).flatMap((height, row) => {
    const own = [...new Set(rooms.slice(row * columns, (row + 1) * columns))].filter((room) => room.row === row);
    const parts = divideRow(own, grid, rows <= FEW_ROWS);
    const [top = 0, bottom = top + height] = grid.ys.slice(row);
    const tops = [top, ...parts.slice(1).map((part) => around(part.flatMap((room) => room.lines)).top), bottom];
    const partHeights = gapsOf(tops);
    return parts.map((part, at) => ({
      cells: part.map((room) => ({
        ...cellOf(room, extents[room.column], grid),
        ...(parts.length > 1 && { look: { edges: edgesOf(at, parts.length, grid.color) } }),
      })),
      height: partHeights[at] ?? height,
    }));
  });
  return { rows: divided.map(({ cells }) => cells), heights: divided.map(({ height }) => height) };
}

/** Whether cells beside each other are the fields of a form: each has a text of a few lines, and none is divided. */
const areFields = (rooms: readonly Room[]) =>
  rooms.every(
    ({ lines }) => lines.length > 0 && lines.length <= FIELD_LINES && joinRows(lines).length === lines.length,
  );

/** Whether edges are of highlighted lines of text, which begin and end with them, as no text in cells does. */
function isOfHighlights(lines: readonly Line[], { xs }: Grid): boolean {
  const isNear = (place: number, distance: number) => xs.some((x) => Math.abs(x - place) < distance);
  const tight = lines.filter(({ left, right }) => isNear(left, HIGHLIGHT.before) && isNear(right, HIGHLIGHT.behind));
  return tight.length > MOST_HIGHLIGHTED * lines.length;
}

const isAcross = ({ left, right }: Line, { column, lastColumn }: Room, { xs }: Grid) =>
  left < (xs[column] ?? 0) - OUT || right > (xs[lastColumn + 1] ?? 0) + OUT;

/** Whether cells of the structure tree are divided by rules, or not divided, unless each line of text is tagged as a row. */
function isTaggedOtherwise(rooms: readonly Room[]): boolean {
  const lines = rooms.flatMap((room) =>
    room.lines.flatMap(({ tag }) => (tag?.cell ? { room, tag, cell: tag.cell } : [])),
  );
  const cells = [...Map.groupBy(lines, ({ tag }) => tag.block).values()];
  // A list that goes on in the next cell is all in the first one, as LibreOffice tags it.
  if (cells.length < 2) return false;
  if (cells.some((parts) => new Set(parts.map(({ room }) => room)).size > 1)) return true;
  const rows = [...Map.groupBy(lines, ({ cell }) => cell.row).values()].map((parts) => ({
    cells: new Set(parts.map(({ tag }) => tag.block)).size,
    rooms: new Set(parts.map(({ room }) => room)).size,
  }));
  if (rows.some((row) => row.cells > row.rooms)) return true;
  const single = rows.filter((row) => row.cells === 1);
  return (
    cells.length > MOST_MORE * new Set(lines.map(({ room }) => room)).size && single.length <= rows.length * MOST_SINGLE
  );
}

/** Whether a cell that spans columns has text in several of them. */
function isParted({ column, lastColumn, lines }: Room): boolean {
  return lastColumn > column && joinRows(lines).some((row) => row.length > 1);
}

/** Whether no line divides the columns in it: in most of its rows texts stand beside each other, and one is a number. */
function hasColumns({ lines }: Room): boolean {
  const rows = joinRows(lines);
  const divided = rows.filter((row) => row.length > 1 && row.some(holdsNumber));
  return rows.length >= LEAST_ROWS && divided.length > rows.length / 2;
}

/** Whether numbers stand beside each other in it, as where only the ground of some columns is another. */
const isCrowded = ({ lines }: Room) => joinRows(lines).some((row) => row.filter(holdsNumber).length > 1);

const holdsNumber = (line: Line) => isNumber(textOf(line));

/** The band between edges in which a place is. */
export function bandAt(edges: readonly number[], place: number): number {
  return Math.max(
    0,
    edges.findLastIndex((edge) => edge <= place),
  );
}

/** The lines around a cell of a part of a row: none is between the parts. */
const edgesOf = (part: number, count: number, color: string): CellLook['edges'] => ({
  left: color,
  right: color,
  ...(part === 0 && { top: color }),
  ...(part === count - 1 && { bottom: color }),
});

/** The cell of a table. @param extent of the text in its column, by which it is aligned, if others tell it */
export function cellOf({ column, row, lastColumn, lastRow, lines }: Room, extent: Box | undefined, { xs }: Grid): Cell {
  const order = joinRows(lines).flat();
  const span = lastColumn - column + 1;
  return {
    column,
    span,
    rows: lastRow - row + 1,
    runs: runsOf(order),
    lines,
    align: alignmentIn(order, xs[column], xs[lastColumn + 1], span > 1 ? undefined : extent),
  };
}

/** The alignment of lines between two sides, on which some space is free, or else as they stand in the text of their column. */
function alignmentIn(lines: readonly Line[], start = 0, end = 0, extent?: Box): Cell['align'] {
  const free = lines.map(({ left, right }) => ({ before: left - start, behind: end - right }));
  const isEven = ({ before, behind }: (typeof free)[number]) =>
    Math.abs(before - behind) < (extent && before < CENTRED ? QUITE_EVEN : EVEN);
  if (free.every(isEven)) return 'center';
  if (extent) return alignmentOf(lines, extent);
  return free.every(({ before, behind }) => behind < before / 2) ? 'end' : 'start';
}
