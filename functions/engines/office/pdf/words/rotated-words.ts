import { around, type Box, type Line, sizeOf, type Turn } from '../page.ts';
import { runsOf } from './join-words.ts';
import type { Word } from './read-words.ts';

/** The bound on comparisons, above which short words are upright. */
const MOST_WORK = 50_000_000;

/** Joins rotated words that follow each other. */
export function joinRotated(words: readonly Line[]): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last && goesOn(word, last)) lines[lines.length - 1] = { ...around([last, word]), runs: runsOf([last, word]) };
    else lines.push(word);
  }
  return lines;
}

/** Rotated text outside of tables belongs to no line, and follows after all others. */
export function withRotated(lines: readonly Line[], rotated: readonly Line[]): Line[] {
  const [first] = rotated;
  if (!first) return [...lines];
  const { left, bottom } = lines.length > 0 ? around(lines) : first;
  const size = sizeOf(first);
  const box = { left, right: left + size, top: bottom + size, bottom: bottom + 2 * size };
  return [...lines, { ...box, runs: runsOf(rotated) }];
}

/** Words that are longer than high, and the share and least count of rotated ones on a page that is turned. */
const LONG = 5;
const MOSTLY = 0.8;
const LEAST_TURNED = 8;

/** How a page is turned on which most words are rotated: those of a line follow each other downwards or upwards. */
export function turnOf(words: readonly Word[]): Turn | undefined {
  const long = words.filter(({ text }) => text.length >= LONG);
  const sideways = long.filter(({ left, right, top, bottom }) => bottom - top > right - left);
  if (sideways.length < Math.max(LEAST_TURNED, MOSTLY * long.length)) return undefined;
  const turned = new Set(sideways);
  let downwards = 0;
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (before && turned.has(before) && goesOn(word, before)) downwards += Math.sign(word.top - before.top);
  }
  // Lines of text that runs downwards follow from right to left; in vertical writing each is one word.
  const half = sideways.length / 2;
  const place = (some: readonly Word[]) => some.reduce((sum, { left }) => sum + left, 0) / some.length;
  const leftwards = place(sideways.slice(0, half)) - place(sideways.slice(-half));
  return (downwards || leftwards) > 0 ? 270 : 90;
}

/** The rotated words: those that are higher than wide, and short ones that go on above or below these. */
export function sidewaysOf(words: readonly Word[]): Set<Word> {
  const turned = new Set(words.filter(isSideways));
  let work = 0;
  // A set also visits what is added to it on the way.
  for (const known of turned) {
    work += words.length;
    if (work > MOST_WORK) break;
    for (const word of words) if (!turned.has(word) && goesOn(word, known)) turned.add(word);
  }
  return turned;
}

/** How far apart the edges of words of one rotated line are, in points. */
const SAME_LINE = 1;

/** Whether a rotated word goes on above or below other text. */
function goesOn(word: Box, { left, right, top, bottom }: Box): boolean {
  const gap = Math.max(word.top - bottom, top - word.bottom);
  const near = Math.abs(left - word.left) < SAME_LINE && Math.abs(right - word.right) < SAME_LINE;
  return near && gap < word.right - word.left;
}

function isSideways({ text, left, right, top, bottom }: Word): boolean {
  return text.length > 2 && bottom - top > 2 * (right - left);
}
