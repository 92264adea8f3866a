import type { Box, Line } from '../page.ts';

/** Lines beside each other, from left to right. */
export type Row = readonly Line[];

/** Groups lines beside each other into rows. */
export function joinRows<Boxed extends Box = Line>(lines: readonly Boxed[]): (readonly Boxed[])[] {
  const rows: Boxed[][] = [];
  for (const line of [...lines].sort((a, b) => a.bottom - b.bottom)) {
    const row = rows.at(-1);
    if (row?.some((other) => isBeside(line, other)) && !row.some((other) => isAbove(line, other))) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => row.sort((a, b) => a.left - b.left));
}

/**
 * Whether the higher one of two boxes is at the middle of the other.
 * @param margin how much of its height at its top and bottom does not count
 */
export function isBeside(a: Box, b: Box, margin = 0): boolean {
  const [high, low] = a.bottom - a.top > b.bottom - b.top ? [a, b] : [b, a];
  const middle = (low.top + low.bottom) / 2;
  const room = (high.bottom - high.top) * margin;
  return middle > high.top + room && middle < high.bottom - room;
}

/** Whether two boxes overlap horizontally, so that one is above the other. */
function isAbove(a: Box, b: Box): boolean {
  return a.left < b.right - 1 && b.left < a.right - 1;
}
