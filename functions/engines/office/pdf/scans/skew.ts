import type { Pixels } from '../graphics/pixels.ts';
import { type Box, chunkWhile, median } from '../page.ts';
import type { Word } from '../words/read-words.ts';

/** Lines shorter than this tell no skew, in points. */
const LEAST_LENGTH = 100;
/** The least skew that matters, and the largest of a line, as rises. */
const [LEAST, LARGEST] = [0.002, 0.15];
/** The largest gap between words of a line, and the largest step between them, as shares of their height. */
const [GAP, STEP] = [3, 0.4];

/** How far the lines of a scanned page go down to the right, as a rise: 0 where they are level. */
export function skewOf(words: readonly Word[]): number {
  const rises = linesOf(words).flatMap((line) => {
    const [first, last] = [line[0], line.at(-1)];
    if (!first || !last || last.left - first.left < LEAST_LENGTH) return [];
    return (last.bottom - first.bottom) / (centre(last) - centre(first));
  });
  const skew = median(rises);
  return Math.abs(skew) < LEAST || Math.abs(skew) > LARGEST ? 0 : skew;
}

/** Words that follow each other on a line, in the order of the file. */
export const linesOf = (words: readonly Word[]) => chunkWhile(words, (last, word) => follows(word, last));

const centre = ({ left, right }: Box) => (left + right) / 2;

function follows(word: Box, last: Box): boolean {
  const height = last.bottom - last.top;
  const gap = word.left - last.right;
  return gap > -height && gap < GAP * height && Math.abs(word.bottom - last.bottom) < STEP * height;
}

/** A word of a page as it is when the page is level. */
export function straightenWord(word: Word, skew: number, { width, height }: { width: number; height: number }): Word {
  const across = skew * ((word.top + word.bottom) / 2 - height / 2);
  const down = skew * (centre(word) - width / 2);
  const inner = Math.min(Math.abs(skew) * (word.right - word.left), (word.bottom - word.top) / 2) / 2;
  return {
    ...word,
    left: word.left + across,
    right: word.right + across,
    top: word.top - down + inner,
    bottom: word.bottom - down - inner,
  };
}

/** The picture of a page as it is when the page is level. */
export function straightenPixels({ width, height, data }: Pixels, skew: number): Pixels {
  const level = new Uint8Array(data.length).fill(255);
  for (let y = 0, to = 0; y < height; y++) {
    const across = Math.round(skew * (y - height / 2));
    for (let x = 0; x < width; x++, to += 3) {
      const [column, row] = [x - across, y + Math.round(skew * (x - width / 2))];
      if (column < 0 || column >= width || row < 0 || row >= height) continue;
      const from = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel++) level[to + channel] = data[from + channel] ?? 255;
    }
  }
  return { width, height, data: level };
}
