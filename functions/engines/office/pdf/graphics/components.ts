import type { Box } from '../page.ts';
import type { PixelBox, Pixels } from './pixels.ts';

/** A grid of cells, of which 1 are inked. */
export interface Grid {
  readonly columns: number;
  readonly rows: number;
  readonly inked: Uint8Array;
}

/** Inked cells that touch each other, at corners too. */
export interface Component {
  /** In columns and rows; right and bottom are behind the last. */
  readonly box: Box;
  readonly cells: readonly number[];
}

/**
 * The pixels that are darker than a brightness in one of their channels, as a grid.
 * @param part of the picture @default all of it
 */
export function inkIn({ width, height, data }: Pixels, brightness: number, part?: PixelBox): Grid {
  const { left, right, top, bottom } = part ?? { left: 0, right: width, top: 0, bottom: height };
  const [columns, rows] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  const inked = new Uint8Array(columns * rows);
  for (let y = 0, cell = 0; y < rows; y++)
    for (let x = 0, at = ((top + y) * width + left) * 3; x < columns; x++, cell++, at += 3)
      if (Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255) < brightness) inked[cell] = 1;
  return { columns, rows, inked };
}

/** The value of inked cells that belong to a component. */
export const TAKEN = 2;

/** Finds the connected components of a grid, whose inked cells become `TAKEN` by and by. */
export function* componentsOf({ columns, rows, inked }: Grid): Generator<Component> {
  const open: number[] = [];
  for (let start = inked.indexOf(1); start >= 0; start = inked.indexOf(1, start + 1)) {
    const box = { left: columns, top: rows, right: 0, bottom: 0 };
    const cells: number[] = [];
    inked[start] = TAKEN;
    for (open.push(start); open.length > 0; ) {
      const cell = open.pop() ?? 0;
      cells.push(cell);
      const x = cell % columns;
      const y = (cell - x) / columns;
      if (x < box.left) box.left = x;
      if (x >= box.right) box.right = x + 1;
      if (y < box.top) box.top = y;
      if (y >= box.bottom) box.bottom = y + 1;
      const [from, to] = [x === 0 ? 0 : -1, x === columns - 1 ? 0 : 1];
      for (let row = y === 0 ? 0 : -columns; row <= (y === rows - 1 ? 0 : columns); row += columns)
        for (let next = cell + row + from; next <= cell + row + to; next++)
          if (inked[next] === 1) {
            inked[next] = TAKEN;
            open.push(next);
          }
    }
    yield { box, cells };
  }
}
