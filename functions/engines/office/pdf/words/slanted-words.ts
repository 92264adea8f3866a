import { type Box, median, overlaps, widen } from '../page.ts';
import { levelWords } from './level-words.ts';
import type { Word } from './read-words.ts';

/** The longest fragments of slanting text, in letters, how much higher they are than most words, and how many are a text. */
const [LONGEST, HIGHER, LEAST] = [4, 1.8, 4];
/** The bounds of the slope of slanting text, and how far its fragments are off it, by their height. */
const [FLATTEST, STEEPEST, EVEN] = [0.25, 4, 0.4];
/** The widest space between fragments, by their height. */
const SPACE = 1.5;
/** Pages with more short words that are in no line are left as they are. */
const MOST = 300;

/**
 * The words of a page without watermarks that slant across it, such as "DRAFT": Poppler gives these as fragments of a few
 * letters, each in a box that is as high as its slant, which would lie between the words of the text.
 */
export function withoutSlanted(words: readonly Word[]): readonly Word[] {
  const short = words.filter(({ text }) => text.length <= LONGEST);
  const usual = median(words.map(heightOf));
  const isLarge = (word: Word) => heightOf(word) > HIGHER * usual;
  if (short.filter(isLarge).length < LEAST) return words;
  const level = levelWords(words);
  const fragments = short.filter((word) => isLarge(word) || !level.has(word));
  if (fragments.length > MOST) return words;
  const slanted = new Set<Word>();
  for (const first of fragments) {
    const text = slantedText(first, fragments);
    if (text.filter(isLarge).length >= LEAST) for (const word of text) slanted.add(word);
  }
  return slanted.size === 0 ? words : words.filter((word) => !slanted.has(word));
}

/** The fragments that go on from one to the right, on one slope. */
function slantedText(first: Word, fragments: readonly Word[]): Word[] {
  const text = [first];
  let slope: number | undefined;
  for (
    let last = first, next = after(last, fragments, slope);
    next;
    last = next, next = after(last, fragments, slope)
  ) {
    slope ??= slopeOf(last, next);
    text.push(next);
  }
  return text;
}

function after(last: Word, fragments: readonly Word[], slope: number | undefined): Word | undefined {
  return fragments
    .filter((word) => middle(word) > middle(last) && isNear(word, last) && goesOn(last, word, slope))
    .sort((a, b) => middle(a) - middle(b))[0];
}

/** Whether two fragments touch, or have a space between them. */
function isNear(word: Box, last: Box): boolean {
  return overlaps(word, widen(last, SPACE * Math.max(heightOf(word), heightOf(last))));
}

function goesOn(last: Word, word: Word, before: number | undefined): boolean {
  const slope = slopeOf(last, word);
  if (Math.abs(slope) < FLATTEST || Math.abs(slope) > STEEPEST) return false;
  const off = before === undefined ? 0 : Math.abs(slope - before) * (middle(word) - middle(last));
  return off < EVEN * Math.max(heightOf(last), heightOf(word));
}

const heightOf = ({ top, bottom }: Box) => bottom - top;
const middle = ({ left, right }: Box) => (left + right) / 2;
const slopeOf = (a: Box, b: Box) => (b.top + b.bottom - a.top - a.bottom) / (b.left + b.right - a.left - a.right);
