import type { Box } from '../page.ts';

/** The least count of gaps between letters that stand alone, and the least share of these among the words of a line. */
const LEAST_GAPS = 4;
const LEAST_SHARE = 0.5;
/** Gaps as shares of the height of a line: of letters that are not spread, smaller than any space, and the largest of spread ones. */
const TOUCHING = 0.06;
const NARROW = 0.19;
const SPREAD = 0.37;
/** The least step from gaps between letters to spaces, and the least space where there is no such step. */
const STEP = 0.08;
const SPACE = 0.42;
const LETTER = /^[\p{L}\p{N}_]$/u;

/**
 * Finds the spaces of a line of spread letters, as in headings, and as LaTeX sets listings in proportional fonts: most of its
 * words are letters, with gaps that are narrower than a space, or much narrower than others of the line.
 * @param words from left to right
 * @returns for each word whether a space is before it, or undefined where its gap is an ordinary one
 */
export function spacesOfSpread(words: readonly (Box & { readonly text: string })[]): readonly (boolean | undefined)[] {
  const texts = words.map(({ text }) => text);
  if (texts.filter((text) => text.length === 1).length < LEAST_SHARE * words.length) return [];
  const gaps = words.map((word, index) => {
    const before = words[index - 1];
    return before ? (word.left - before.right) / Math.max(1, word.bottom - word.top) : Number.POSITIVE_INFINITY;
  });
  const isLetter = texts.map((text) => LETTER.test(text));
  const within = gaps.filter((gap, index) => isLetter[index] && isLetter[index - 1] && gap < SPREAD);
  if (within.length < LEAST_GAPS || !/\p{L}.*\p{L}.*\p{L}/u.test(texts.join(''))) return [];
  const usual = within.sort((a, b) => a - b)[Math.floor(within.length / 2)] ?? 0;
  const sorted = gaps.filter((gap) => gap >= usual).sort((a, b) => a - b);
  const [step, space] = largestStep(sorted);
  if (usual < TOUCHING || (usual >= NARROW && step < STEP)) return [];
  return gaps.map((gap, index) => {
    const [before, after] = [texts[index - 1] ?? '', texts[index] ?? ''];
    if (before.length !== 1 && after.length !== 1) return undefined;
    return gap > space;
  });
}

/** The largest step between neighbours of sorted gaps, the lower of which may be between letters, and the middle of it. */
function largestStep(gaps: readonly number[]): readonly [step: number, middle: number] {
  let [largest, middle] = [0, SPACE];
  for (const [index, gap] of gaps.entries()) {
    const next = gaps[index + 1] ?? Number.POSITIVE_INFINITY;
    if (gap > SPREAD || next === Number.POSITIVE_INFINITY || next - gap <= Math.max(STEP, largest)) continue;
    [largest, middle] = [next - gap, (gap + next) / 2];
  }
  return [largest, middle];
}
