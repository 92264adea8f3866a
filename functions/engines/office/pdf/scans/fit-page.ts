import type { Ground } from '../graphics/pixels.ts';
import { median, type Page } from '../page.ts';
import { scaleBox } from '../slides/scale-page.ts';
import type { Word } from '../words/read-words.ts';

/** The longer sides of the US paper size Legal and of A4, in points: longer pages are made smaller, but not than A4. */
const [LEGAL, A4] = [1008, 842];
/** The height of usual letters, in points. */
const USUAL = 11;

/** The height of most words, in points. */
export const heightOfWords = (words: readonly Word[]) => median(words.map(({ top, bottom }) => bottom - top));

/** A scanned page with its size in points. */
interface Scan extends Pick<Page, 'width' | 'height'> {
  readonly words: readonly Word[];
  readonly ground: Ground;
}

/**
 * Makes a page smaller whose picture states the resolution of a screen or none: it would be as large as a poster, with
 * letters of that size.
 */
export function fitPage(scan: Scan): Scan {
  const longest = Math.max(scan.width, scan.height);
  const times = longest > LEGAL ? Math.max(A4 / longest, USUAL / heightOfWords(scan.words)) : 1;
  if (times >= 1) return scan;
  const words = scan.words.map((word) => scaleBox(word, times));
  const { pixels, scale } = scan.ground;
  return {
    width: scan.width * times,
    height: scan.height * times,
    words,
    ground: { pixels, scale: scale / times },
  };
}
