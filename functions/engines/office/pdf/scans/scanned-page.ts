import { cutPixels } from '../graphics/pixels.ts';
import { type Box, type Line, median } from '../page.ts';
import { type Stretch, USUAL_FONT } from '../words/read-styles.ts';
import type { Word } from '../words/read-words.ts';
import { styleWords } from '../words/style-words.ts';
import { boldWords } from './bold-words.ts';
import { eraseLetters } from './erase-letters.ts';
import { cropToPaper, type Scan } from './fit-page.ts';
import { evenHeights } from './letter-sizes.ts';
import { levelPaper } from './level-paper.ts';
import { readBullets } from './read-bullets.ts';
import { skewOf, straightenPixels, straightenWord } from './skew.ts';
import { withoutSurroundings } from './surroundings.ts';

/** The share of words above which a page has its text in a picture, and again behind it for searching. */
const MOST_VISIBLE = 0.5;
/** The size of letters, as a share of the height that fonts for hidden text have. */
const SIZE = 0.95;

/** Words with letters, and the share of them that is as wide for its letters as most in typewriter fonts: within so much. */
const [LETTERS, MOSTLY, EVEN] = [/[\p{Ll}\p{Lu}]{2}/u, 0.75, 0.04];
const [LEAST_LENGTH, LEAST_COUNT] = [4, 5];
const TYPEWRITER = { family: 'Courier New', mono: true };

const ONLY_RULES = /^[|¦[\]{}]+$/;
const BARS = '|¦';

/**
 * Whether the words of a page are drawn nowhere: they are those that a scanner's software recognised in its picture.
 * @param visible the text that is drawn, which pdftohtml reports without hidden text
 */
export function isScanned(words: readonly Word[], visible: readonly Stretch[]): boolean {
  const drawn = visible.reduce((sum, stretch) => sum + stretch.words.length, 0);
  return words.length > 0 && drawn < words.length * MOST_VISIBLE;
}

/** Makes a scanned page one like others: level lines on white paper, and no letters in what is drawn behind the words. */
export function cleanScan({
  words: found,
  ground: { pixels, scale },
  ...whole
}: Scan): Scan & { readonly bold: ReadonlySet<Word> } {
  const words = found.flatMap(withoutRules);
  const skew = skewOf(words);
  const size = { width: pixels.width / scale, height: pixels.height / scale };
  const level = skew === 0 ? words : words.map((word) => straightenWord(word, skew, size));
  const { clean, shown } = levelPaper(skew === 0 ? pixels : straightenPixels(pixels, skew), level, scale);
  const even = evenHeights(readBullets(level, clean, scale), clean, scale);
  const erased = { clean: eraseLetters(clean, level, scale), shown: eraseLetters(shown, level, scale) };
  const { clean: ground, shown: pictures, paper } = withoutSurroundings(erased, level, scale);
  const scan = { ...whole, words: even, ground: { pixels: ground, pictures, scale } };
  if (!paper) return { ...scan, bold: boldWords(even, clean, scale) };
  const cropped = cropToPaper(scan, paper);
  return { ...cropped, bold: boldWords(cropped.words, cutPixels(clean, paper), cropped.ground.scale) };
}

/** A word without the lines of tables, which are recognised as bars and brackets. */
function withoutRules({ text, ...word }: Word): Word[] {
  if (ONLY_RULES.test(text)) return [];
  let [from, to] = [0, text.length];
  while (BARS.includes(text[from] ?? ' ')) from++;
  while (BARS.includes(text[to - 1] ?? ' ')) to--;
  return [{ ...word, text: text.slice(from, to) }];
}

const heightOf = ({ top, bottom }: Box) => bottom - top;

/** Whether the letters of a page are all of one width. */
function isTypewritten(words: readonly Word[]): boolean {
  const worded = words.filter(({ text }) => text.length >= LEAST_LENGTH && LETTERS.test(text));
  const widths = worded.map(({ left, right, text }) => (right - left) / text.length);
  const usual = median(widths);
  const even = widths.filter((width) => Math.abs(width - usual) < EVEN * usual);
  return widths.length >= LEAST_COUNT && even.length > MOSTLY * widths.length;
}

/** Gives words that are hidden the size that their height tells, and a font of the kind that their widths tell. */
export function styleHidden(words: readonly Word[], bold: ReadonlySet<Word>): Line[] {
  const kind = { ...USUAL_FONT, ...(isTypewritten(words) && TYPEWRITER) };
  return styleWords(words, []).map((line, index) => {
    const font = { ...kind, size: Math.max(1, Math.round(heightOf(line) * SIZE * 2) / 2) };
    const word = words[index];
    return { ...line, runs: line.runs.map((run) => ({ ...run, font, bold: word !== undefined && bold.has(word) })) };
  });
}
