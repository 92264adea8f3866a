import type { PixelBox, Pixels } from '../graphics/pixels.ts';
import type { Box } from '../page.ts';

/** Where the boxes of all words cover the page more often than this, their ink is not looked at. */
const MOST_COVERED = 4;

/** Whether the boxes of words lie over each other, so that the ink in them is not theirs. */
export function areCrowded(words: readonly Box[], { width, height }: Pixels, scale: number): boolean {
  const covered = words.reduce((sum, word) => sum + (word.right - word.left) * (word.bottom - word.top), 0);
  return covered * scale * scale > MOST_COVERED * width * height;
}

/** A box of points in pixels, within a page. */
export function pixelBox(
  { left, right, top, bottom }: Box,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
  scale: number,
): PixelBox {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value * scale)));
  return {
    left: within(left, width),
    right: within(right, width),
    top: within(top, height),
    bottom: within(bottom, height),
  };
}

/** The channel by which pixels are told from paper. */
export const greenAt = ({ width, data }: Pixels, x: number, y: number) => data[(y * width + x) * 3 + 1] ?? 255;
