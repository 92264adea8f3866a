import { componentsOf } from '../graphics/components.ts';
import { type Ground, outerBox } from '../graphics/pixels.ts';
import type { Box } from '../page.ts';

/** Paper is brighter than this. */
const PAPER = 220;
/** What is smaller than this in one direction, by the height of words, is a speck, a dash or a rule. */
const SMALL = 0.6;
/** More long strokes than this are no rules: those of a barcode, say. */
const MOST_RULES = 4;

/**
 * Whether there is nothing in a part of a scanned page but specks, dashes and rules.
 * @param letters the height of words, in points
 */
export function areSpecks(box: Box, { pixels, scale }: Ground, letters: number): boolean {
  const { left, top, right, bottom } = outerBox(box, pixels, scale);
  const [columns, rows] = [right - left, bottom - top];
  const inked = new Uint8Array(Math.max(0, columns * rows));
  for (let y = 0, cell = 0; y < rows; y++)
    for (let x = 0, at = ((top + y) * pixels.width + left) * 3; x < columns; x++, cell++, at += 3)
      if (Math.min(pixels.data[at] ?? 255, pixels.data[at + 1] ?? 255, pixels.data[at + 2] ?? 255) < PAPER)
        inked[cell] = 1;
  const least = SMALL * letters * scale;
  let rules = 0;
  for (const { box: part } of componentsOf({ columns, rows, inked })) {
    const [across, down] = [part.right - part.left, part.bottom - part.top];
    if (Math.min(across, down) >= least || (Math.max(across, down) >= 2 * least && ++rules > MOST_RULES)) return false;
  }
  return true;
}
