import { isRightToLeft, logicalOrder } from '../../../poppler/logical-order.ts';
import { plainLetters } from '../../../poppler/plain-letters.ts';
import type { Line, Run } from '../page.ts';
import { type Stretch, USUAL_FONT } from './read-styles.ts';
import type { Word } from './read-words.ts';
import { symbolOf } from './symbol-fonts.ts';

const USUAL: Omit<Run, 'text'> = { font: USUAL_FONT, bold: false, italic: false };

/** The bound on comparisons, above which a page gets one font. */
const MOST_WORK = 20_000_000;

/** Gives each word the font of the text at its position: pdftotext reports boxes of words, pdftohtml their fonts. */
export function styleWords(words: readonly Word[], all: readonly Stretch[]): Line[] {
  const stretches = words.length * all.length > MOST_WORK ? [] : all;
  const looks: Looks = new Map(stretches.map(({ words }) => [words, Map.groupBy(words, ({ text }) => text)]));
  return words.map((word) => {
    const look = lookOf(word, stretches, looks) ?? USUAL;
    const text = plainLetters(symbolOf(readOrder(word.text), look.font.family));
    return { ...word, runs: [{ ...look, text, font: sensible(look.font, word) }] };
  });
}

/** The words of each stretch by their texts. */
type Looks = ReadonlyMap<Stretch['words'], ReadonlyMap<string, Run[]>>;

/** The word of a stretch that is at the place of a word, and the same if there is one: the next of those that are the same. */
function lookOf(word: Word, stretches: readonly Stretch[], looks: Looks): Run | undefined {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  const around = stretches.filter(
    ({ left, right, top, bottom }) => x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1,
  );
  for (const { words } of around) {
    const same = looks.get(words)?.get(word.text);
    if (same) return same.length > 1 ? same.shift() : same[0];
  }
  return around[0]?.words[0];
}

/** Leaders, whose font does not name its dots. */
const LEADERS = /\ufffd{3,}/g;

/** Converts text from visual to logical order, and to plain letters. */
function readOrder(text: string): string {
  const ordered = isRightToLeft(text) ? logicalOrder(text, true) : text;
  return ordered.replace(LEADERS, (leaders) => '.'.repeat(leaders.length));
}

/** The least width of a letter, as a share of its font's size. */
const NARROWEST = 0.25;

/** Corrects a font size that fits neither the height of the word, for which a font may say anything, nor its width. */
function sensible(font: Run['font'], { text, left, right, top, bottom }: Word): Run['font'] {
  const height = bottom - top;
  const fits = font.size <= height * 1.8 || font.size * text.length * NARROWEST < right - left;
  return fits ? font : { ...font, size: Math.max(1, Math.round(height * 2) / 2) };
}
