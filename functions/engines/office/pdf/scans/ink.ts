import type { Pixels } from '../graphics/pixels.ts';
import type { Box } from '../page.ts';

/** Darker pixels are ink. */
const DARK = 160;
/** Where the boxes of all words cover the page more often than this, their ink is not looked at. */
const MOST_COVERED = 4;

/** Whether the boxes of words lie over each other, so that the ink in them is not theirs. */
export function areCrowded(words: readonly Box[], { width, height }: Pixels, scale: number): boolean {
  const covered = words.reduce((sum, word) => sum + (word.right - word.left) * (word.bottom - word.top), 0);
  return covered * scale * scale > MOST_COVERED * width * height;
}

/** The middle of small letters, from the bottom of the box of their word. */
const MIDDLE = 0.45;

/**
 * The ink of a word: the rows around the middle of its small letters that no empty row parts.
 * @param reach how far above and below its box these may lie, as shares of its height
 */
export function inkIn(
  box: Box,
  { width, height, data }: Pixels,
  scale: number,
  reach: { readonly up: number; readonly down: number },
): Box | undefined {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value * scale)));
  const [from, to] = [within(box.left, width), within(box.right, width)];
  let [left, right] = [to, from];
  const isInked = (y: number) => {
    let found = false;
    for (let x = from; x < to; x++) {
      if ((data[(y * width + x) * 3 + 1] ?? 255) >= DARK) continue;
      [left, right, found] = [Math.min(left, x), Math.max(right, x + 1), true];
    }
    return found;
  };
  const size = box.bottom - box.top;
  const [first, last] = [within(box.top - reach.up * size, height), within(box.bottom + reach.down * size, height)];
  const middle = Math.max(first, within(box.bottom - MIDDLE * size, height));
  let [top, bottom] = [middle, middle];
  while (top > first && isInked(top - 1)) top--;
  while (bottom < last && isInked(bottom)) bottom++;
  const isWhole = top > first && bottom < last;
  if (right <= left || !isWhole) return undefined;
  return { left: left / scale, right: right / scale, top: top / scale, bottom: bottom / scale };
}
