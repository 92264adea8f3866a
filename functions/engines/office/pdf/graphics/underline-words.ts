import type { Line } from '../page.ts';
import type { Rule } from './find-rules.ts';
import { colourAt, differenceOf, type Ground } from './pixels.ts';

/** Where an underline lies above and below the lower end of its words, by their height. */
const [ABOVE, BELOW] = [0.27, 0.06];
/** How far its ends are from those of its words, in points. */
const NEAR = 1.5;
/** How far above and below the upper edge of a line its surroundings are, in points, and how alike, of 255. */
const [OVER, UNDER] = [1, 3];
const ALIKE = 16;
/** Above this many comparisons nothing is underlined. */
const MOST_WORK = 20_000_000;

/** Underlines words over a rule that begins with one of them and ends with another; those of tables and forms are longer. */
export function underlineWords(words: readonly Line[], across: readonly Rule[], ground: Ground): Line[] {
  if (words.length * across.length > MOST_WORK) return [...words];
  const underlined = new Set(
    across.flatMap((rule) => {
      if (!isLine(rule, ground)) return [];
      const over = words.filter((word) => isOver(word, rule));
      const begins = over.some(({ left }) => Math.abs(left - rule.from) < NEAR);
      return begins && over.some(({ right }) => Math.abs(right - rule.to) < NEAR) ? over : [];
    }),
  );
  return words.map((word) =>
    underlined.has(word) ? { ...word, runs: word.runs.map((run) => ({ ...run, underline: true })) } : word,
  );
}

/** Whether a rule is a line, and not where an area of a colour ends, as behind marked words. */
function isLine({ at, from, to }: Rule, { pixels, scale }: Ground): boolean {
  const x = Math.round(((from + to) / 2) * scale);
  const [over, under] = [at - OVER, at + UNDER].map((y) => colourAt(pixels, x, Math.round(y * scale)));
  return differenceOf(over ?? 0, under ?? 0) < ALIKE;
}

function isOver({ left, right, top, bottom }: Line, { at, from, to }: Rule): boolean {
  const height = bottom - top;
  return at > bottom - ABOVE * height && at < bottom + BELOW * height && left > from - NEAR && right < to + NEAR;
}
