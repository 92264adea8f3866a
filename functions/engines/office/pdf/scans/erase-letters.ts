import { componentsOf, inkIn } from '../graphics/components.ts';
import type { Pixels } from '../graphics/pixels.ts';
import type { Box } from '../page.ts';
import { pixelBox } from './ink.ts';

/** Darker pixels are ink; others are the edges of it, or grey. */
const INK = 160;
/** What is no larger than this is a speck, in points. */
const SPECK = 1.5;
/** How far letters may reach out of the box of their word, as shares of its height. */
const REACH = { across: 0.2, up: 0.25, down: 0.4 };
/** A stroke longer than this, by the height of words, and thinner than this, is a rule. */
const [LONG, THIN] = [2, 0.35];
/** How far the edges of ink reach, and how far away its ground is sought, in pixels. */
const [EDGE, FARTHEST] = [2, 16];

/** Erases the letters of words on a scanned page, so that rules, fills and pictures are left. */
export function eraseLetters(page: Pixels, words: readonly Box[], scale: number): Pixels {
  const { width, height } = page;
  const data = new Uint8Array(page.data);
  const isCovered = coverOf(words, page, scale);
  const tallest = words.reduce((most, { top, bottom }) => Math.max(most, bottom - top), 0) * scale;
  const grid = inkIn(page, INK);
  const ink = grid.inked;
  for (const { box, cells } of componentsOf(grid)) {
    const center = Math.floor((box.top + box.bottom) / 2) * width + Math.floor((box.left + box.right) / 2);
    if (!isLetter(box, tallest, scale) || !(isSpeck(box, scale) || isCovered(center))) continue;
    const ground = groundBeside(box, page);
    for (const at of cells) ink[at] = 0;
    for (const at of cells) paintAround(at, ground, data, ink, page);
  }
  return { width, height, data };
}

/** Whether ink is small enough to be letters, which may touch each other. */
function isLetter({ left, right, top, bottom }: Box, tallest: number, scale: number): boolean {
  const [across, down] = [right - left, bottom - top];
  if (down > LONG * tallest) return false;
  return across <= LONG * tallest || down > Math.max(THIN * tallest, scale);
}

const isSpeck = ({ left, right, top, bottom }: Box, scale: number) =>
  right - left <= SPECK * scale && bottom - top <= SPECK * scale;

/** The brightest colour beside a part, at one of its corners; further away where it lies within a letter. */
function groundBeside(box: Box, page: Pixels, reach = EDGE): Uint8Array {
  const { width, height, data } = page;
  const [columns, rows] = [
    [Math.max(0, box.left - reach - 1), Math.min(width - 1, box.right + reach)],
    [Math.max(0, box.top - reach - 1), Math.min(height - 1, box.bottom + reach)],
  ];
  const corners = rows.flatMap((y) => columns.map((x) => (y * width + x) * 3));
  const ground = corners.map((at) => data.subarray(at, at + 3)).reduce((a, b) => ((b[1] ?? 0) > (a[1] ?? 0) ? b : a));
  return (ground[1] ?? 0) < INK && reach < FARTHEST ? groundBeside(box, page, 2 * reach) : ground;
}

/** Paints over a pixel of erased ink and its pale edges. */
function paintAround(
  at: number,
  ground: Uint8Array,
  data: Uint8Array,
  ink: Uint8Array,
  { width, height }: Pixels,
): void {
  const [x, y] = [at % width, Math.floor(at / width)];
  for (let row = Math.max(0, y - EDGE); row <= Math.min(height - 1, y + EDGE); row++)
    for (let column = Math.max(0, x - EDGE); column <= Math.min(width - 1, x + EDGE); column++) {
      const near = row * width + column;
      if (ink[near] === 0) data.set(ground, near * 3);
    }
}

/** Tells for each pixel whether it is in the box of a word, or so near to it that letters may reach there. */
function coverOf(words: readonly Box[], page: Pixels, scale: number): (at: number) => boolean {
  const columns = page.width + 1;
  // How many boxes begin and end in each row; their sums from the left are the counts of boxes there.
  const counts = new Int32Array(columns * page.height);
  for (const { left, right, top, bottom } of words) {
    const size = bottom - top;
    const reached = {
      left: left - REACH.across * size,
      right: right + REACH.across * size,
      top: top - REACH.up * size,
      bottom: bottom + REACH.down * size,
    };
    const box = pixelBox(reached, page, scale);
    for (let row = box.top * columns; row < box.bottom * columns; row += columns) {
      counts[row + box.left] = (counts[row + box.left] ?? 0) + 1;
      counts[row + box.right] = (counts[row + box.right] ?? 0) - 1;
    }
  }
  // What begins in a row ends there.
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
  return (at) => (counts[at + Math.floor(at / page.width)] ?? 0) > 0;
}
