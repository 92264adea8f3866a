import type { Box } from '../page.ts';

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

/** The value of inked cells that belong to a component. */
export const TAKEN = 2;

/** Finds the connected components of a grid, whose inked cells become `TAKEN` by and by. */
export function* componentsOf({ columns, rows, inked }: Grid): Generator<Component> {
  const open: number[] = [];
  for (let start = 0; start < inked.length; start++) {
    if (inked[start] !== 1) continue;
    const box = { left: columns, top: rows, right: 0, bottom: 0 };
    const cells: number[] = [];
    inked[start] = TAKEN;
    for (open.push(start); open.length > 0; ) {
      const cell = open.pop() ?? 0;
      cells.push(cell);
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      box.left = Math.min(box.left, x);
      box.top = Math.min(box.top, y);
      box.right = Math.max(box.right, x + 1);
      box.bottom = Math.max(box.bottom, y + 1);
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          const [nx, ny] = [x + dx, y + dy];
          const next = ny * columns + nx;
          if (nx < 0 || ny < 0 || nx >= columns || ny >= rows || inked[next] !== 1) continue;
          inked[next] = TAKEN;
          open.push(next);
        }
      }
    }
    yield { box, cells };
  }
}
