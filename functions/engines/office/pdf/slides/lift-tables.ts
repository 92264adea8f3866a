import type { Cell, CellLook, Table } from '../blocks/block.ts';
import type { Canvas } from '../graphics/canvas.ts';
import type { Rules } from '../graphics/find-rules.ts';
import { colourAt, coloursIn, differenceOf, hexOf, mostOf } from '../graphics/pixels.ts';
import type { Box, Line } from '../page.ts';
import { buildGrids } from '../tables/build-grids.ts';
import { withEmptyCells } from '../tables/empty-cells.ts';
import { placesOf } from '../writing/odt-table.ts';

/** Rules are the first edges of lines: how far before and behind them these are, in points. */
const LINE = { before: 1, behind: 3 };
/** The least share of what is within the lines around a cell that has one colour. */
const LEAST_EVEN = 0.985;
/** Colours that differ by less are the same, and by more are a line's beside a cell, of 255. */
const SAME = 12;
const VISIBLE = 10;
/** At how many places a side is looked at, and the least share of them with a line. */
const PLACES = 12;
const LEAST_LINED = 0.75;

/** The most cells of a table, and of all tables of a document: LibreOffice takes five milliseconds for each, and more in large ones. */
const MOST_CELLS = 400;
const MOST_IN_ALL = 5000;

/** How many cells the tables of a slide may have in a document of so many. */
export const cellsOfSlides = (slides: number) => Math.min(MOST_CELLS, Math.floor(MOST_IN_ALL / Math.max(1, slides)));

/**
 * Makes tables of grids whose cells hold nothing but text on one colour each, and erases them.
 * @returns the tables, and the lines of text outside of them
 */
export function liftTables(lines: readonly Line[], rules: Rules, mostCells: number, canvas: Canvas) {
  const found = buildGrids(lines, rules, []);
  const tables: Table[] = [];
  const others = [...found.lines];
  let left = mostCells;
  for (const table of found.tables) {
    const count = table.columns.length * table.rows.length;
    const rows = count <= left ? withLooks(table, canvas) : undefined;
    if (!rows) {
      others.push(...table.rows.flatMap((cells) => cells.flatMap((cell) => cell.lines)));
      continue;
    }
    left -= count;
    tables.push({ ...table, rows });
    canvas.lift(table);
  }
  return { tables, lines: others };
}

/** The cells of a table, also empty ones, as they look; nothing where one holds something that is drawn. */
function withLooks(table: Table, canvas: Canvas): Cell[][] | undefined {
  const [xs, ys] = [placesOf(table.left, table.columns), placesOf(table.top, table.heights)];
  const rows: Cell[][] = [];
  for (const [row, cells] of withEmptyCells(table).entries()) {
    const looking: Cell[] = [];
    for (const cell of cells) {
      const place = { left: xs[cell.column], right: xs[cell.column + cell.span], top: ys[row] };
      const box = { ...place, bottom: ys[row + (cell.rows ?? 1)] } as Box;
      const fill = fillOf(box, canvas);
      if (fill === undefined) return undefined;
      looking.push({ ...cell, look: { fill: hexOf(fill), edges: edgesOf(box, fill, canvas) } });
    }
    rows.push(looking);
  }
  return rows;
}

/** The one colour of what is drawn within a cell. */
function fillOf({ left, top, right, bottom }: Box, canvas: Canvas): number | undefined {
  const { before, behind } = LINE;
  const inner = { left: left + behind, top: top + behind, right: right - before, bottom: bottom - before };
  const box = canvas.boxOf(inner);
  const { colour } = mostOf(coloursIn(canvas.pixels, box, PLACES));
  let [even, all] = [0, 0];
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++, all++) {
      if (differenceOf(colourAt(canvas.pixels, x, y), colour) <= SAME) even++;
    }
  }
  return even >= all * LEAST_EVEN ? colour : undefined;
}

/** The colours of the lines at the sides of a cell. */
function edgesOf({ left, top, right, bottom }: Box, fill: number, canvas: Canvas): CellLook['edges'] {
  const colours = {
    left: lineAt(left, [top, bottom], true, fill, canvas),
    right: lineAt(right, [top, bottom], true, fill, canvas),
    top: lineAt(top, [left, right], false, fill, canvas),
    bottom: lineAt(bottom, [left, right], false, fill, canvas),
  };
  return Object.fromEntries(
    Object.entries(colours).flatMap(([side, colour]) => (colour === undefined ? [] : [[side, hexOf(colour)]])),
  );
}

/** The colour of a line: it differs from what is on both of its sides. */
function lineAt(
  at: number,
  [from, to]: readonly [number, number],
  upright: boolean,
  fill: number,
  { pixels, scale }: Canvas,
): number | undefined {
  const first = Math.floor((at - LINE.before) * scale);
  const across = Array.from({ length: Math.ceil((LINE.before + LINE.behind) * scale) }, (_, index) => first + index);
  const lined: number[] = [];
  for (let place = 0; place < PLACES; place++) {
    const along = Math.floor((from + ((place + 0.5) / PLACES) * (to - from)) * scale);
    const colours = across.map((place) => (upright ? colourAt(pixels, place, along) : colourAt(pixels, along, place)));
    const [before = fill, behind = fill] = [colours[0], colours.at(-1)];
    const offOf = (colour: number) => Math.min(differenceOf(colour, before), differenceOf(colour, behind));
    const line = colours.reduce((a, b) => (offOf(b) > offOf(a) ? b : a));
    if (offOf(line) > VISIBLE) lined.push(line);
  }
  return lined.length >= PLACES * LEAST_LINED ? mostOf(lined).colour : undefined;
}
