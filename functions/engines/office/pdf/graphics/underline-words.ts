import type { Line } from '../page.ts';
import { isThin, type Rule } from './find-rules.ts';
import type { Ground } from './pixels.ts';

/** Where an underline lies above and below the lower end of its words, by their height. */
const [ABOVE, BELOW] = [0.27, 0.06];
/** How far its ends are from those of its words, and how thick it is at most, in points. */
const NEAR = 1.5;
const THICK = 3;
/** Above this many comparisons nothing is underlined. */
const MOST_WORK = 20_000_000;

/** Underlines words over a rule that begins with one of them and ends with another; those of tables and forms are longer. */
export function underlineWords(words: readonly Line[], across: readonly Rule[], ground: Ground): Line[] {
  if (words.length * across.length > MOST_WORK) return [...words];
  const underlined = new Set(
    across.flatMap((rule) => {
      // Where an area of a colour ends, as behind marked words, there is no line.
      if (!isThin(rule, ground, THICK)) return [];
      const over = words.filter((word) => isOver(word, rule));
      const begins = over.some(({ left }) => Math.abs(left - rule.from) < NEAR);
      return begins && over.some(({ right }) => Math.abs(right - rule.to) < NEAR) ? over : [];
    }),
  );
  return words.map((word) =>
    underlined.has(word) ? { ...word, runs: word.runs.map((run) => ({ ...run, underline: true })) } : word,
  );
}

function isOver({ left, right, top, bottom }: Line, { at, from, to }: Rule): boolean {
  const height = bottom - top;
  return at > bottom - ABOVE * height && at < bottom + BELOW * height && left > from - NEAR && right < to + NEAR;
}
