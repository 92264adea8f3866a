import { type Line, textOf } from '../page.ts';
import { isThin, type Rule } from './find-rules.ts';
import type { Ground } from './pixels.ts';

/** Where an underline, and a line through words, lies above their lower end, at least and at most, by their height. */
const PLACES = { underline: [-0.06, 0.27], struck: [0.33, 0.6] } as const;
/** How far its ends are from those of its words, and how thick it is at most, in points. */
const NEAR = 1.5;
const THICK = 3;
/** Signs behind a word that the line may leave out, and their width, as a share of their height. */
const SIGN = /[\p{L}\p{N}][.,;:!?)]$/u;
const SIGN_WIDTH = 0.24;
/** Above this many comparisons nothing is underlined or struck. */
const MOST_WORK = 20_000_000;

/** Underlines words over a rule that begins with one of them and ends with another, and strikes those that it goes through; rules of tables and forms are longer. */
export function underlineWords(words: readonly Line[], across: readonly Rule[], ground: Ground): Line[] {
  if (words.length * across.length > MOST_WORK) return [...words];
  // Where an area of a colour ends, as behind marked words, there is no line.
  const thin = across.filter((rule) => isThin(rule, ground, THICK));
  const marked = (place: keyof typeof PLACES) =>
    new Set(
      thin.flatMap((rule) => {
        const along = words.filter((word) => isAlong(word, rule, PLACES[place]));
        const begins = along.some(({ left }) => Math.abs(left - rule.from) < NEAR);
        return begins && along.some((word) => endsWith(word, rule)) ? along : [];
      }),
    );
  const [underlined, struck] = [marked('underline'), marked('struck')];
  return words.map((word) => {
    const look = { ...(underlined.has(word) && { underline: true }), ...(struck.has(word) && { struck: true }) };
    return underlined.has(word) || struck.has(word)
      ? { ...word, runs: word.runs.map((run) => ({ ...run, ...look })) }
      : word;
  });
}

function isAlong(word: Line, rule: Rule, [least, most]: readonly [number, number]): boolean {
  const { left, right, top, bottom } = word;
  const above = (bottom - rule.at) / (bottom - top);
  const isOver = left > rule.from - NEAR && (right < rule.to + NEAR || endsWith(word, rule));
  return above > least && above < most && isOver;
}

/** Whether a line ends where a word does, or before the sign behind that. */
function endsWith(word: Line, { to }: Rule): boolean {
  const sign = SIGN.test(textOf(word)) ? SIGN_WIDTH * (word.bottom - word.top) : 0;
  return Math.abs(word.right - to) < NEAR || Math.abs(word.right - sign - to) < NEAR;
}
