import { componentsOf, inkIn } from '../graphics/components.ts';
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
  const least = SMALL * letters * scale;
  let rules = 0;
  for (const { box: part } of componentsOf(inkIn(pixels, PAPER, outerBox(box, pixels, scale)))) {
    const [across, down] = [part.right - part.left, part.bottom - part.top];
    if (Math.min(across, down) >= least || (Math.max(across, down) >= 2 * least && ++rules > MOST_RULES)) return false;
  }
  return true;
}
