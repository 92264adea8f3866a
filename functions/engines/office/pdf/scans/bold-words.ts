import type { Pixels } from '../graphics/pixels.ts';
import { type Box, median } from '../page.ts';
import type { Word } from '../words/read-words.ts';
import { areCrowded, greenAt, pixelBox } from './ink.ts';
import { linesOf } from './skew.ts';

/** How much thicker the strokes of bold letters are than those of most. */
const THICKER = 1.28;
/** The share of a line's words above which all of it is bold. */
const MOSTLY = 0.6;
/** From this darkness on a pixel is within a stroke, of 255. */
const DARK = 110;

/** The words of a scanned page whose strokes are thicker than those of most, by the size of their letters. */
export function boldWords(words: readonly Word[], page: Pixels, scale: number): ReadonlySet<Word> {
  if (areCrowded(words, page, scale)) return new Set();
  const weights = new Map(words.filter(isWord).map((word) => [word, weightOf(word, page, scale)]));
  const least = THICKER * median([...weights.values()].filter((weight) => weight > 0));
  return new Set(
    linesOf(words).flatMap((line) => {
      const thick = line.map((word) => (weights.get(word) ?? 0) > least);
      const known = line.filter((word) => weights.has(word));
      if (thick.filter(Boolean).length > MOSTLY * known.length) return line;
      // One word alone may be printed badly.
      return line.filter((_, at) => thick[at] && (thick[at - 1] || thick[at + 1]));
    }),
  );
}

const isWord = ({ text }: Word) => /\p{L}{2}/u.test(text);

/** The mean thickness of the strokes in a box, as a share of its height; 0 where there are none. */
function weightOf(word: Box, page: Pixels, scale: number): number {
  let [ink, strokes] = [0, 0];
  const { left, right, top, bottom } = pixelBox(word, page, scale);
  for (let y = top; y < bottom; y++) {
    let inside = false;
    for (let x = left; x < right; x++) {
      const darkness = 255 - greenAt(page, x, y);
      ink += darkness;
      if (darkness >= DARK && !inside) strokes++;
      inside = darkness >= DARK;
    }
  }
  return strokes === 0 ? 0 : ink / 255 / strokes / ((word.bottom - word.top) * scale);
}
