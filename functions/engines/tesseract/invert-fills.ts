import { componentsOf } from '../office/pdf/graphics/components.ts';

/** The side of the cells by which a page is looked at, in inches: smaller than the ground around letters. */
const CELL = 1 / 75;
/** Darker pixels are of a fill, or ink. */
const INK = 160;
/** How wide and high a fill is at least, in inches, and how much of its box it fills: the shadow around paper fills less. */
const [WIDE, HIGH, FILLED] = [0.4, 0.1, 0.2];
/** How high the letters on it are, in inches. */
const [LOWEST, HIGHEST] = [0.05, 0.5];
/** How much the brightness of a fill differs on average, at most: that of photographs differs more. */
const UNEVEN = 24;
/** The largest share of light pixels in letters with their edges: in a frame, and within a large letter, there are more. */
const LIGHT = 0.7;

/** The grey pixels of a page. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A page as a grid of cells. */
interface Cells {
  readonly side: number;
  readonly columns: number;
  readonly rows: number;
  /** The first pixel of a cell, and what is done with each. */
  pixelOf(cell: number): number;
  eachPixel(cell: number, use: (pixel: number) => void): void;
  /** How many pixels of each are light. */
  readonly light: Uint16Array;
  inches(count: number): number;
}

/** Fills by their numbers, from 1. */
interface Fills {
  /** The fill of each cell; 0 where there is none. */
  readonly numbers: Uint32Array;
  /** The brightness of each fill. */
  readonly grounds: readonly number[];
}

/** Makes light letters on dark fills dark, and the fills white. Tesseract does so with lines, but does not find all of them. */
export function invertFills(page: Grey, dpi: number): void {
  const cells = cellsOf(page, dpi);
  const fills = findFills(page, cells);
  if (fills.grounds.length === 1) return;
  const lettered = takeLetters(fills.numbers, cells);
  if (lettered.size > 0) invert(page, cells, fills, lettered);
}

function cellsOf({ width, height, data }: Grey, dpi: number): Cells {
  const side = Math.max(1, Math.round(dpi * CELL));
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const pixelOf = (cell: number) => Math.floor(cell / columns) * side * width + (cell % columns) * side;
  const eachPixel = (cell: number, use: (pixel: number) => void) => {
    const first = pixelOf(cell);
    const across = Math.min(side, width - (cell % columns) * side);
    for (let row = first; row < Math.min(data.length, first + side * width); row += width)
      for (let at = row; at < row + across; at++) use(at);
  };
  const light = new Uint16Array(columns * rows);
  for (let cell = 0; cell < light.length; cell++)
    eachPixel(cell, (at) => {
      if ((data[at] ?? 0) >= INK) light[cell] = (light[cell] ?? 0) + 1;
    });
  return { side, columns, rows, pixelOf, eachPixel, light, inches: (count) => (count * side) / dpi };
}

/** Dark cells that touch each other and are as dark as each other. */
function findFills({ data }: Grey, { light, pixelOf, inches, ...size }: Cells): Fills {
  const [numbers, grounds] = [new Uint32Array(light.length), [0]];
  for (const { box, cells } of componentsOf({
    ...size,
    inked: Uint8Array.from(light, (count) => Number(count === 0)),
  })) {
    const [across, down] = [box.right - box.left, box.bottom - box.top];
    if (inches(across) < WIDE || inches(down) < HIGH || cells.length < FILLED * across * down) continue;
    const values = cells.map((cell) => data[pixelOf(cell)] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const uneven = values.reduce((sum, value) => sum + Math.abs(value - mean), 0) / values.length;
    if (uneven > UNEVEN) continue;
    for (const cell of cells) numbers[cell] = grounds.length;
    grounds.push(mean);
  }
  return { numbers, grounds };
}

/** Adds the letters that a fill is all around to it. Returns the fills with letters. */
function takeLetters(numbers: Uint32Array, { light, side, columns, rows, inches }: Cells): ReadonlySet<number> {
  const lettered = new Set<number>();
  const others = Uint8Array.from(numbers, (number) => Number(number === 0));
  for (const { box, cells } of componentsOf({ columns, rows, inked: others })) {
    const fill = numbers[(cells[0] ?? 0) - columns] ?? 0;
    const [across, down] = [inches(box.right - box.left), inches(box.bottom - box.top)];
    const lit = cells.reduce((sum, cell) => sum + (light[cell] ?? 0), 0);
    const areLetters = lit <= LIGHT * cells.length * side * side;
    if (fill === 0 || down > HIGHEST || (across > HIGHEST && !areLetters)) continue;
    for (const cell of cells) numbers[cell] = fill;
    if (areLetters && down > LOWEST) lettered.add(fill);
  }
  return lettered;
}

function invert(
  { data }: Grey,
  { columns, eachPixel }: Cells,
  { numbers, grounds }: Fills,
  lettered: ReadonlySet<number>,
): void {
  const isFilled = Uint8Array.from(numbers, (number) => Number(lettered.has(number)));
  const around = [-columns, 0, columns].flatMap((row) => [row - 1, row, row + 1]);
  // Where a fill ends, part of a cell is of it.
  const isEdge = isFilled.map((filled, cell) => Number(around.some((off) => (isFilled[cell + off] ?? 0) !== filled)));
  for (let cell = 0; cell < numbers.length; cell++) {
    const ground = grounds[numbers[cell] ?? 0] ?? 0;
    if (isEdge[cell] === 1)
      eachPixel(cell, (at) => {
        data[at] = 255;
      });
    else if (isFilled[cell] === 1)
      eachPixel(cell, (at) => {
        data[at] = Math.max(0, Math.round(255 - (255 * Math.abs((data[at] ?? 0) - ground)) / (255 - ground)));
      });
  }
}
