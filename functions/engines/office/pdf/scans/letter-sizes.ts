import type { Pixels } from '../graphics/pixels.ts';
import { type Box, chunkWhile, median } from '../page.ts';
import type { Word } from '../words/read-words.ts';
import { areCrowded, greenAt, pixelBox } from './ink.ts';
import { linesOf } from './skew.ts';

/** Words with a letter that is as high as capitals, and without signs and accents that are higher or reach lower. */
const TALL = /[\p{Lu}\dbdfhkl]/u;
const ODD = /[^\p{L}\d.:'’-]|[QjJÀ-ÞЁЙ\p{Lm}\p{Lo}]/u;
const LOW = /[gpqyруфц]/u;
/** How far letters reach above and below their baseline, as shares of the height of their line. */
const [ABOVE, BELOW] = [0.655, 0.2];
/** How far beyond its box the ink of a word is sought, as shares of its height. */
const REACH = { up: 0.4, down: 0.3 };
/** The middle of small letters, from the bottom of the box of their word. */
const MIDDLE = 0.45;
/** Darker pixels are ink. */
const DARK = 160;
/** Heights are the same as that of most words where they differ by less than this ratio, or by ink, by these pixels of it. */
const [ALIKE, PIXELS] = [1.3, 2.5];
/** Other heights are the same where they differ by less than this ratio. */
const NEAR = 1.1;

/** Gives the words of a page heights by the ink of their letters, upon their baselines, and most of them the same. */
export function evenHeights(words: readonly Word[], page: Pixels, scale: number): Word[] {
  const measured = new Map<Word, number>();
  if (!areCrowded(words, page, scale))
    for (const word of words) {
      const height = heightByInk(word, page, scale);
      if (height !== undefined) measured.set(word, height);
    }
  // By how much the heights are wrong that text recognition reports.
  const factor = median([...measured].map(([word, height]) => height / heightOf(word))) || 1;
  const lines = linesOf(words).map((line) => {
    const known = line.flatMap((word) => measured.get(word) ?? []);
    // One word alone may be underlined.
    const isKnown = known.length > 1;
    const height = isKnown ? median(known) : factor * median(line.map(heightOf));
    return { line, height, isKnown };
  });
  const usual = median(
    lines.flatMap(({ line, height }) =>
      line.flatMap(({ text }) => Array.from({ length: Math.min(text.length, 20) }, () => height)),
    ),
  );
  const byInk = 1 + PIXELS / Math.max(1, ABOVE * usual * scale);
  const isUsual = ({ height, isKnown }: (typeof lines)[number]) => isAlike(height, usual, isKnown ? byInk : ALIKE);
  const others = lines.flatMap((each) => (isUsual(each) ? [] : each.height));
  const even = new Map<number, number>();
  for (const group of chunkWhile(
    others.sort((a, b) => a - b),
    (last, next) => isAlike(last, next, NEAR),
  )) {
    const height = median(group);
    for (const each of group) even.set(each, height);
  }
  return lines.flatMap((each) => {
    const height = isUsual(each) ? usual : (even.get(each.height) ?? usual);
    return each.line.map((word) => ({ ...word, top: word.bottom - height }));
  });
}

const heightOf = ({ top, bottom }: Box) => bottom - top;

function isAlike(a: number, b: number, ratio: number): boolean {
  return Math.max(a, b) < ratio * Math.min(a, b);
}

/** The height of a line of letters as large as those of a word. */
function heightByInk(word: Word, page: Pixels, scale: number): number | undefined {
  if (!TALL.test(word.text) || ODD.test(word.text)) return undefined;
  const ink = heightOfInk(word, page, scale);
  return ink && ink / (ABOVE + (LOW.test(word.text) ? BELOW : 0));
}

/** The height of the rows around the middle of the small letters of a word that no empty row parts, in points. */
function heightOfInk(word: Word, page: Pixels, scale: number): number | undefined {
  const size = heightOf(word);
  const sought = { ...word, top: word.top - REACH.up * size, bottom: word.bottom + REACH.down * size };
  const { left, right, top, bottom } = pixelBox(sought, page, scale);
  const isInked = (y: number) => {
    for (let x = left; x < right; x++) if (greenAt(page, x, y) < DARK) return true;
    return false;
  };
  const middle = Math.min(bottom, Math.max(top, Math.round((word.bottom - MIDDLE * size) * scale)));
  let [first, last] = [middle, middle];
  while (first > top && isInked(first - 1)) first--;
  while (last < bottom && isInked(last)) last++;
  return first > top && last > first && last < bottom ? (last - first) / scale : undefined;
}
