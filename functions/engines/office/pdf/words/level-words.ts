import type { Box } from '../page.ts';
import type { Word } from './read-words.ts';

/** The widest space between words of a line, by their height. */
const SPACE = 2;

/** The words with others beside them in a level line: their boxes are as high, and at the same height. */
export function levelWords(words: readonly Word[]): Set<Word> {
  const level = new Set<Word>();
  for (const line of Map.groupBy(words, heightsOf).values()) {
    const sorted = line.sort((a, b) => a.left - b.left);
    for (const [index, word] of sorted.entries()) {
      const last = sorted[index - 1];
      if (last && word.left - last.right < SPACE * (word.bottom - word.top)) level.add(word).add(last);
    }
  }
  return level;
}

/** What the words of a level line have in common. */
export const heightsOf = ({ top, bottom }: Box) => `${top.toFixed(1)} ${bottom.toFixed(1)}`;
