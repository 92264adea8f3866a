import type { Line } from '../page.ts';
import type { Rule } from './find-rules.ts';

/** Where an underline lies above and below the lower end of its words, by their height. */
const [ABOVE, BELOW] = [0.27, 0.06];
/** How far its ends are from those of its words, in points. */
const NEAR = 1.5;
/** Above this many comparisons nothing is underlined. */
const MOST_WORK = 20_000_000;

/** Underlines words over a rule that begins with one of them and ends with another; those of tables and forms are longer. */
export function underlineWords(words: readonly Line[], across: readonly Rule[]): Line[] {
  if (words.length * across.length > MOST_WORK) return [...words];
  const underlined = new Set(
    across.flatMap((rule) => {
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
