import sharp from 'sharp';
import { componentsOf } from '../office/pdf/graphics/components.ts';

/** How high letters are at least, in pixels, and what share of the page at most: all else are specks and drawings. */
const [LOWEST, HIGHEST] = [6, 1 / 8];
/** The smallest width of a letter, in pixels, and how much wider than high, or higher than wide, joined letters are. */
const [NARROWEST, LONGEST] = [2, 8];
/** Fewer shapes than this say nothing. */
const FEWEST = 12;

/**
 * Measures the letters on the picture of a page: most of what is drawn in one stroke belongs to shapes of at most this
 * height. That is the height of small letters, or of capitals where there are no others.
 * @returns the height in pixels; undefined where there are hardly any letters
 */
export async function letterHeight(path: string): Promise<number | undefined> {
  const { data, info } = await sharp(path, { limitInputPixels: false })
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const heights = new Uint32Array(info.height + 1);
  for (const { box } of componentsOf({ columns: info.width, rows: info.height, inked: inkOf(data) })) {
    const [width, height] = [box.right - box.left, box.bottom - box.top];
    const isLetter = height >= LOWEST && height < HIGHEST * info.height && width >= NARROWEST;
    if (isLetter && width < LONGEST * height && height < LONGEST * width) heights[height] = (heights[height] ?? 0) + 1;
  }
  if (heights.reduce((sum, count) => sum + count, 0) < FEWEST) return undefined;
  const half = heights.reduce((sum, count, height) => sum + count * height, 0) / 2;
  let [height, reached] = [0, 0];
  while (reached < half) reached += (heights[++height] ?? 0) * height;
  return height;
}

/** Which pixels are ink: those on the side of the threshold on which fewer are. */
function inkOf(data: Uint8Array): Uint8Array {
  const counts = new Uint32Array(256);
  for (const value of data) counts[value] = (counts[value] ?? 0) + 1;
  const threshold = thresholdOf(counts, data.length);
  const dark = counts.subarray(0, threshold + 1).reduce((sum, count) => sum + count, 0);
  const isInk = counts.map((_, value) => Number(value <= threshold === dark <= data.length / 2));
  const inked = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at++) inked[at] = isInk[data[at] ?? 0] ?? 0;
  return inked;
}

/** The brightness that divides pixels into two classes that differ most: the method of Otsu (1979). */
function thresholdOf(counts: Uint32Array, pixels: number): number {
  const mean = counts.reduce((sum, count, value) => sum + count * value, 0) / pixels;
  let [best, most, below, sum] = [0, 0, 0, 0];
  for (const [value, count] of counts.entries()) {
    below += count / pixels;
    sum += (count * value) / pixels;
    const difference = (mean * below - sum) ** 2 / Math.max(1e-9, below * (1 - below));
    if (difference > most) [best, most] = [value, difference];
  }
  return best;
}
