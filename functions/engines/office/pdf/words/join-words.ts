import { isDeepStrictEqual } from 'node:util';
import { isRightToLeft } from '../../../poppler/logical-order.ts';
import { tooComplex } from '../../../refusals.ts';
import type { Rule } from '../graphics/find-rules.ts';
import { around, isBullet, isMark, isOneElement, type Line, type Run, sizeOf, textOf } from '../page.ts';
import { divideAtColumns } from './divide-at-columns.ts';
import { divideBehindNumbers } from './divide-behind-numbers.ts';
import { isBeside } from './join-lines.ts';
import { spacesOfSpread } from './spread-letters.ts';

/** The smallest gap between words, as a share of the font size, and within words in small capitals, whose size changes. */
const NO_GAP = 0.05;
const NO_GAP_IN_CAPITALS = 0.12;
/**
 * The same in a monospaced font, whose spaces are as wide as letters, as shares of a letter: between letters, which LaTeX
 * spreads in listings, and between words, which a space of the text around them may part.
 */
const NO_GAP_IN_CODE = { letters: 0.5, words: 0.3 };
/** One of more than this ends a line, unless the others in it are nearly as wide; a huge one always does. */
const LARGE_GAP = 1;
/** The least gap between a list marker and its item: more than a space, where it is no bullet. */
const MARK_GAP = 0.6;
const BULLET_GAP = 0.32;
const UNUSUAL = 1.8;
/** Within an element of the structure tree, as between sentences of justified text. */
const GAP_WITHIN = 2;
/** The largest gap between a section number and its title, both bold. */
const SECTION_GAP = 1.6;
const SECTION = /^(?:\d{1,2}|[A-Z])(?:(?:\.\d{1,2}){1,4}\.?)?$/;
const TITLE = /^\p{Lu}\p{L}/u;
const HUGE_GAP = 2.5;
/** Lines that go down no further than this, by the height of a word, are of a frame around a link, and part no cells. */
const FRAME = 1.3;
/** How much of the height of letters others beside them may be raised or lowered, as accents and small letters are. */
const LOWERED = 0.15;
/** How near letters are to those beside which they are raised or lowered, and how much of the height of these they reach into. */
const SCRIPT = { gap: 0.6, within: 0.3 };
/** How far two that are raised and lowered beside the same letters begin from each other, and reach into each other, in points. */
const STACKED = 1.5;

/** Above this many comparisons a page is no text. */
const MOST_WORK = 20_000_000;

interface OpenLine {
  readonly words: Line[];
  /** The gaps between its words, as shares of the letters' size. */
  readonly gaps: number[];
}

/**
 * Joins words that follow each other on a line; what stands beside it, as the next column does, is another line.
 * @param rules lines that go down, in the order of their places: no line of text goes through them
 */
export function joinWords(words: readonly Line[], rules: readonly Rule[] = []): Line[] {
  const lines: OpenLine[] = [];
  let open: OpenLine[] = [];
  let work = 0;
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    work += open.length;
    if (work > MOST_WORK) throw tooComplex('A page of the file has more lines of text than can be put together.');
    open = open.filter((line) => canReach(line, word));
    const line = open
      .filter((candidate) => goesOn(candidate, word))
      .sort((a, b) => offOf(a, word) - offOf(b, word))
      .find((candidate) => !isParted(candidate, word, rules));
    if (line) {
      if (!isStacked(line, word)) line.gaps.push(gapTo(line, word));
      line.words.push(word);
    } else {
      const begun = { words: [word], gaps: [] };
      lines.push(begun);
      open.push(begun);
    }
  }
  const joined = lines.map((line) => line.words);
  const [flowing, others] = [joined.filter(isFlowing), joined.filter((line) => !isFlowing(line))];
  return [...flowing, ...divideBehindNumbers(divideAtColumns(others))].map(joinLine);
}

/** Whether the file says that words are in no table. */
const isFlowing = ([word]: readonly Line[]) => word?.tag?.flowing === true;

function lastOf({ words }: OpenLine): Line {
  const [first] = words;
  if (!first) throw new Error('a line without words');
  return words.at(-1) ?? first;
}

function gapTo(line: OpenLine, word: Line): number {
  return (word.left - lastOf(line).right) / Math.max(1, sizeOf(word));
}

function canReach(line: OpenLine, word: Line): boolean {
  return word.left - lastOf(line).right < HUGE_GAP * Math.max(sizeOf(lastOf(line)), sizeOf(word)) * 2;
}

function goesOn(line: OpenLine, word: Line): boolean {
  const same = isOneElement(lastOf(line), word);
  if (same === false) return false;
  if (isStacked(line, word)) return true;
  const gap = gapTo(line, word);
  const last = lastOf(line);
  if (gap < -0.5 || gap > HUGE_GAP || !(isBeside(last, word, LOWERED) || (gap < SCRIPT.gap && isScript(last, word))))
    return false;
  const [first] = line.words;
  if (line.words.length === 1 && first && gap > gapBehind(textOf(first))) return false;
  if (line.words.length === 1 && first && isSection(first, word)) return gap < SECTION_GAP;
  const usual = line.gaps.length > 1 ? line.gaps.reduce((sum, each) => sum + each, 0) / line.gaps.length : 0;
  return gap < LARGE_GAP || gap < usual * UNUSUAL || (same === true && gap < GAP_WITHIN);
}

/** The largest gap behind the first word of a line, if it is a list marker. */
function gapBehind(word: string): number {
  if (isBullet(word)) return BULLET_GAP;
  return isMark(word) ? MARK_GAP : Number.POSITIVE_INFINITY;
}

/** Whether the title of a section begins behind its number. */
function isSection(number: Line, title: Line): boolean {
  const bold = [...number.runs, ...title.runs].every((run) => run.bold);
  return bold && SECTION.test(textOf(number).trim()) && TITLE.test(textOf(title));
}

function isParted(line: OpenLine, word: Line, rules: readonly Rule[]): boolean {
  const [start, end, level] = [lastOf(line).right - 1, word.left + 1, (word.top + word.bottom) / 2];
  const frame = FRAME * (word.bottom - word.top);
  return rules.some(({ at, from, to }) => at > start && at < end && from < level && to > level && to - from > frame);
}

const PRIMES = /^[\u2032\u2033]+$/;

/** Whether one of two is so small and so near to the other that it is raised or lowered beside it. */
function isScript(a: Line, b: Line): boolean {
  const [base, small] = sizeOf(a) > sizeOf(b) ? [a, b] : [b, a];
  if (sizeOf(small) > sizeOf(base) * RAISED.size || textOf(small).length > LONGEST_RAISED) return false;
  const within = (base.bottom - base.top) * SCRIPT.within;
  // The box of a prime is that of its font, above its letter.
  return small.bottom > base.top + (PRIMES.test(textOf(small)) ? 0 : within) && small.top < base.bottom - within;
}

/** Whether a word is lowered below a raised one, or raised above a lowered one, beside the same letters. */
function isStacked({ words }: OpenLine, word: Line): boolean {
  const [base, script] = [words.at(-2), words.at(-1)];
  if (!base || !script || Math.abs(word.left - script.left) > STACKED) return false;
  const isApart = word.top > script.bottom - STACKED || word.bottom < script.top + STACKED;
  return isApart && isScript(base, script) && isScript(base, word);
}

function offOf(line: OpenLine, word: Line): number {
  return Math.abs(lastOf(line).bottom - word.bottom);
}

/** Joins the words of a line in reading order. */
export function joinLine(words: readonly Line[]): Line {
  const rightToLeft = isRightToLeft(words.map(textOf).join(' '));
  const order = rightToLeft ? turnBack([...words].reverse()) : words;
  const spaces = rightToLeft ? [] : spacesOfSpread(order.map((word) => ({ ...word, text: textOf(word) })));
  return markRaised(order).reduce((line, word, index) => {
    const gap = Math.max(word.left - line.right, line.left - word.right, 0);
    const spaced = rightToLeft || (spaces[index] ?? gap > leastSpace(line, word));
    return {
      ...around([line, word]),
      runs: joinRuns(line.runs, word.runs, spaced),
      ...tagOf(line),
    };
  });
}

/** The least gap that is a space, in points. */
function leastSpace(line: Line, word: Line): number {
  const [last, text] = [line.runs.at(-1), textOf(word)];
  if (last?.font.mono && word.runs[0]?.font.mono) {
    const isLetter = text.length === 1 || (last.text.at(-2) ?? ' ') === ' ';
    return (NO_GAP_IN_CODE[isLetter ? 'letters' : 'words'] * (word.right - word.left)) / text.length;
  }
  const least = isSmallCapital(line, word) ? NO_GAP_IN_CAPITALS : NO_GAP;
  return Math.min(sizeOf(word), word.bottom - word.top) * least;
}

/** Whether small capitals follow on a large one. */
const isSmallCapital = (line: Line, word: Line) =>
  (line.runs.at(-1)?.font.size ?? 0) > sizeOf(word) && /\p{Lu}$/u.test(textOf(line)) && /^\p{Lu}/u.test(textOf(word));

const tagOf = ({ tag }: Line) => tag && { tag };

/** How much smaller letters are that stand above or below their line, and how far off its bottom they are. */
const RAISED = { size: 0.86, above: 0.2, below: -0.04 };

/** Marks superscripts and subscripts. */
function markRaised(words: readonly Line[]): readonly Line[] {
  if (words.length < 2) return words;
  const base = words.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
  const size = sizeOf(base);
  return words.map((word) => {
    const off = (base.bottom - word.bottom) / size;
    const smaller = sizeOf(word) < size * RAISED.size && textOf(word).length <= LONGEST_RAISED;
    // Letters of a typewriter reach further down than others.
    const below = word.runs.every(({ font }) => font.mono) ? 3 * RAISED.below : RAISED.below;
    if (!smaller || (off < RAISED.above && off > below)) return word;
    const raised = off > 0 ? 'super' : 'sub';
    return { ...word, runs: word.runs.map((run) => ({ ...run, raised, font: { ...run.font, size } })) };
  });
}

/** The longest superscript or subscript, in characters. */
const LONGEST_RAISED = 12;

/** Restores the order of left-to-right words in right-to-left text. */
function turnBack(words: readonly Line[]): Line[] {
  const turned: Line[] = [];
  let run: Line[] = [];
  for (const word of words) {
    if (/\p{L}|\p{N}/u.test(textOf(word)) && !isRightToLeft(textOf(word))) run.unshift(word);
    else {
      turned.push(...run, word);
      run = [];
    }
  }
  return [...turned, ...run];
}

/** The end and the beginning of texts in scripts without spaces between words. */
const UNSPACED_END = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u3001-\u303f\uff00-\uff60]\s*$/u;
const UNSPACED_BEGINNING = /^\s*[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\u3001-\u303f\uff00-\uff60]/u;

/** A word that is divided at the end of a line, by a soft hyphen or one of its own, and what it may go on with. */
const SOFT_END = /\u00ad\s*$/;
const DIVIDED_END = /\p{Ll}[-\u2010]\s*$/u;
const DIVIDED_BEGINNING = /^\p{Ll}/u;
/** A hyphen that stays: of names, numbers and compounds of several words. */
const HYPHEN_END = /[\p{L}\p{N}][-\u2010]\s*$/u;
const HYPHEN_BEGINNING = /^[\p{Lu}\p{N}]/u;
const COMPOUND_END = /[-\u2010][^\s\u2010-]+[-\u2010]\s*$/u;
/** The longest end of a text, and beginning of a line, that is looked at, in characters. */
const LONGEST_END = 200;
/** What is between words that have their ends in common, as in pre- and postwar. */
const CONJUNCTION = /^(?:and|or|to|und|oder|bis|bzw\.|sowie|et|ou|en|of|och|og|eller)(?:\s|$)/u;

/**
 * Joins the runs of a line to those of the lines before, with a space in between in scripts that have them, and words that
 * are hyphenated at the end of a line.
 * @param hyphen what is left of the hyphens of such words
 */
export function appendLine(before: readonly Run[], after: readonly Run[], hyphen: '' | '\u00ad' = ''): Run[] {
  const last = before.at(-1);
  if (!last) return [...after];
  const [end, beginning] = [last.text.slice(-LONGEST_END), textOf({ runs: after.slice(0, 2) }).slice(0, LONGEST_END)];
  const isUnspaced = UNSPACED_END.test(end) && UNSPACED_BEGINNING.test(beginning);
  const isCompound = HYPHEN_BEGINNING.test(beginning) || COMPOUND_END.test(end);
  if (CONJUNCTION.test(beginning) || isUnspaced) return joinRuns(before, after, !isUnspaced);
  if (SOFT_END.test(end) || (DIVIDED_END.test(end) && DIVIDED_BEGINNING.test(beginning) && !isCompound)) {
    const begun = { ...last, text: last.text.replace(/[-\u00ad\u2010]\s*$/u, hyphen) };
    return joinRuns([...before.slice(0, -1), begun], after, false);
  }
  if (!HYPHEN_END.test(end) || !isCompound) return joinRuns(before, after, true);
  return joinRuns([...before.slice(0, -1), { ...last, text: last.text.trimEnd() }], after, false);
}

/** The text of lines that follow each other. */
export const runsOf = (lines: readonly Pick<Line, 'runs'>[], hyphen: '' | '\u00ad' = '') =>
  lines.reduce<readonly Run[]>((text, { runs }) => appendLine(text, runs, hyphen), []);

/** Joins runs, with a space in between where one is missing. */
export function joinRuns(before: readonly Run[], after: readonly Run[], spaced: boolean): Run[] {
  const [last, first] = [before.at(-1), after[0]];
  if (!last || !first) return [...before, ...after];
  const space = spaced && !/\s$/.test(last.text) && !/^\s/.test(first.text) ? ' ' : '';
  const [begun, rest] = [before.slice(0, -1), after.slice(1)];
  if (isAlike(last, first)) return [...begun, { ...last, text: `${last.text}${space}${first.text}` }, ...rest];
  // A space of a typewriter is wider than the one that stands there.
  return last.font.mono && !first.font.mono
    ? [...before, { ...first, text: `${space}${first.text}` }, ...rest]
    : [...begun, { ...last, text: `${last.text}${space}` }, ...after];
}

/** Whether runs differ in their text alone. Each field is a run of its own. */
const isAlike = (a: Run, b: Run) => !(a.field || b.field) && isDeepStrictEqual({ ...a, text: '' }, { ...b, text: '' });
