import { around, isNumber, type Line, sizeOf, textOf } from '../page.ts';
import { isWrapped } from '../words/is-wrapped.ts';
import { joinRows, type Row } from '../words/join-lines.ts';
import type { Room } from './grid-rooms.ts';

/** The least count of rows of text into which a row of a grid is divided, and where the grid has few rows itself. */
const LEAST_ROWS = 3;
const LEAST_ROWS_OF_FEW = 2;
/** No page has more. */
const MOST_ROWS = 1000;
/** By how much of a letter the gaps between rows are wider than those within them, where they tell. */
const WIDER = 0.3;

/**
 * Divides a row of a grid that holds several rows of text, as where lines are drawn between columns only.
 * @param rooms the cells of the row
 * @param few whether the grid has few rows, so that one may hold most of a table
 */
export function divideRow(rooms: readonly Room[], { xs }: { readonly xs: readonly number[] }, few: boolean): Room[][] {
  if (!rooms.every(({ row, lastRow }) => row === lastRow)) return [[...rooms]];
  const filled = rooms.filter(({ lines }) => lines.length > 0);
  const rows = joinRows(filled.flatMap(({ lines }) => lines));
  if (rows.length > MOST_ROWS) return [[...rooms]];
  const parts = areLevel(rows, filled, few) ? rows : joinToNumbers(rows, filled, xs, few);
  return parts.map((part) =>
    rooms.map((room) => ({ ...room, lines: room.lines.filter((line) => part.includes(line)) })),
  );
}

/** Whether each row of text is one of the table: it has a text in the first column, and another; those of one are numbers. */
function areLevel(rows: readonly Row[], [heads, ...others]: readonly Room[], few: boolean): boolean {
  if (rows.length < LEAST_ROWS) return false;
  if (!rows.every((row) => row.length > 1 && row.some((line) => heads?.lines.includes(line)))) return false;
  return few || others.some((room) => room.lines.length === rows.length && isOfNumbers(room));
}

const isOfNumbers = ({ lines }: Room) => lines.every((line) => isNumber(textOf(line)));

/** Rows of text with those that go on with a text of theirs: each row of the table has numbers, or is a heading in it. */
function joinToNumbers(rows: readonly Row[], rooms: readonly Room[], xs: readonly number[], few: boolean): Row[] {
  const [numbers, texts] = [rooms.filter(isOfNumbers), rooms.filter((room) => !isOfNumbers(room))];
  const inNumbers = new Set(numbers.flatMap(({ lines }) => lines));
  const inTexts = new Set(texts.flatMap(({ lines }) => lines));
  const isFull = (row: Row) => row.some((line) => inNumbers.has(line));
  const full = rows.filter(isFull);
  const isDivided =
    full.length >= (few ? LEAST_ROWS_OF_FEW : LEAST_ROWS) && numbers.some(({ lines }) => lines.length === full.length);
  if (!isDivided || !full.every((row) => row.some((line) => inTexts.has(line)))) return [rows.flat()];
  const apart = areApart(rows, isFull);
  const goesOn = (above: Row, below: Row) => apart || texts.some((room) => isContinued(room, above, below, xs));
  const [first = [], second = []] = rows;
  const [before = [], last = []] = rows.slice(-2);
  const fromBottom = !apart && !isFull(first) && goesOn(first, second) && (isFull(last) || !goesOn(before, last));
  const parts: Line[][] = [];
  for (const [at, row] of rows.entries()) {
    const [part, above] = [parts.at(-1), rows[at - 1]];
    if (part && above && !isFull(fromBottom ? part : row) && goesOn(above, row)) part.push(...row);
    else parts.push([...row]);
  }
  return parts;
}

/** Whether there is more space above each row with numbers than above each of the others. */
function areApart(rows: readonly Row[], isFull: (row: Row) => boolean): boolean {
  const gaps = rows
    .slice(1)
    .map((row, at) => ({ full: isFull(row), gap: around(row).top - around(rows[at] ?? []).bottom }));
  const [between, within] = [true, false].map((full) => gaps.filter((one) => one.full === full).map(({ gap }) => gap));
  const [line] = rows[0] ?? [];
  return line !== undefined && Math.min(...(between ?? [])) > Math.max(...(within ?? [])) + WIDER * sizeOf(line);
}

/** Whether the text of the row below goes on with that of the row above, in a cell. */
function isContinued({ lines, column, lastColumn }: Room, above: Row, below: Row, xs: readonly number[]): boolean {
  const [upper, lower] = [above, below].map((row) => row.find((line) => lines.includes(line)));
  if (!upper || !lower) return false;
  const margin = Math.max(0, around(lines).left - (xs[column] ?? 0));
  return isWrapped(upper, lower, (xs[lastColumn + 1] ?? 0) - margin);
}
