import { cutPixels, type Ground, type PixelBox } from '../graphics/pixels.ts';
import { isMiddleIn, median, type Page } from '../page.ts';
import { scaleBox } from '../slides/scale-page.ts';
import type { Word } from '../words/read-words.ts';

/** The longer sides of the US paper size Legal and of A4, in points: longer pages are made smaller, but not than A4. */
const [LEGAL, A4] = [1008, 842];
/** The height of words in usual letters, and of those in letters of 12 points, in points. */
const [USUAL, LARGE] = [11, 14];

/** The height of most words, in points. */
export const heightOfWords = (words: readonly Word[]) => median(words.map(({ top, bottom }) => bottom - top));

/** A scanned page with its size in points. */
export interface Scan extends Pick<Page, 'width' | 'height'> {
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
  return times < 1 ? resize(scan, times) : scan;
}

function resize({ width, height, words, ground }: Scan, times: number): Scan {
  return {
    width: width * times,
    height: height * times,
    words: words.map((word) => scaleBox(word, times)),
    ground: { ...ground, scale: ground.scale / times },
  };
}

/** The part of a photo that shows the paper, as large as A4, or smaller where its letters have usual size then. */
export function cropToPaper({ words, ground }: Scan, paper: PixelBox): Scan {
  const { scale, pixels, pictures } = ground;
  const sheet = scaleBox(paper, 1 / scale);
  const [width, height] = [sheet.right - sheet.left, sheet.bottom - sheet.top];
  const onPaper = words
    .filter((word) => isMiddleIn(word, sheet))
    .map((word) => scaleBox(word, 1, { x: -sheet.left, y: -sheet.top }));
  const part = { scale, pixels: cutPixels(pixels, paper), ...(pictures && { pictures: cutPixels(pictures, paper) }) };
  const times = Math.min(A4 / Math.max(width, height), LARGE / heightOfWords(onPaper));
  return resize({ width, height, words: onPaper, ground: part }, times);
}
