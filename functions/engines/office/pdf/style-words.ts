import { isRightToLeft, logicalOrder } from '../../poppler/logical-order.ts';
import type { Line, Run } from './page.ts';
import { type Stretch, USUAL_FONT } from './read-styles.ts';
import type { Word } from './read-words.ts';

const USUAL: Omit<Run, 'text'> = { font: USUAL_FONT, bold: false, italic: false };

/** Above this many comparisons a page is set in one look. */
const MOST_WORK = 20_000_000;

/** Gives each word the look of what stands at its place: one program knows where words are, the other what they look like. */
export function styleWords(words: readonly Word[], all: readonly Stretch[]): Line[] {
  const stretches = words.length * all.length > MOST_WORK ? [] : all;
  const found = new Map<Stretch, Word[]>();
  const places = words.map((word) => {
    const stretch = stretchAt(word, stretches);
    if (stretch) found.set(stretch, found.get(stretch) ?? []);
    if (stretch) found.get(stretch)?.push(word);
    return { word, stretch };
  });
  return places.map(({ word, stretch }) => {
    const { text: _, ...look } = (stretch && lookOf(word, found.get(stretch) ?? [], stretch)) ?? { text: '', ...USUAL };
    return { ...word, runs: [{ text: readOrder(word.text), ...look, font: sensible(look.font, word) }] };
  });
}

/** Letters come as they stand on paper, from left to right. */
function readOrder(text: string): string {
  return isRightToLeft(text) ? logicalOrder(text, true) : text;
}

/** Where the size of letters and the room they take do not fit together, the room is right. */
function sensible(font: Run['font'], { top, bottom }: Word): Run['font'] {
  const height = bottom - top;
  return font.size > height * 1.4 ? { ...font, size: Math.max(1, Math.round(height * 2) / 2) } : font;
}

function stretchAt(word: Word, stretches: readonly Stretch[]): Stretch | undefined {
  const [x, y] = [(word.left + word.right) / 2, (word.top + word.bottom) / 2];
  const around = stretches.filter(
    ({ left, right, top, bottom }) => x >= left - 1 && x <= right + 1 && y >= top - 1 && y <= bottom + 1,
  );
  return around.find(({ words }) => words.some(({ text }) => text === word.text)) ?? around[0];
}

/** The look of the same word; of those that are the same, the one at its place in the row. */
function lookOf(word: Word, beside: readonly Word[], { words }: Stretch): Run | undefined {
  const same = words.filter(({ text }) => text === word.text);
  const index = beside.filter(({ text }) => text === word.text).indexOf(word);
  return same[Math.max(0, index)] ?? same[0] ?? words[0];
}
