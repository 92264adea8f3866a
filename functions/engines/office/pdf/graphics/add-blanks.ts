import { isNumber, type Line, type Run, sizeOf, textOf } from '../page.ts';
import type { Divider } from './find-dividers.ts';

/** How far behind its name a line to write on begins, in points. */
const BEHIND = { least: -1, most: 20 };
/** The same of those that are in a column, and how long these are at least. */
const APART = 200;
const LEAST_APART = 60;
/** How near it is to the bottom of its name, as shares of its height. */
const LEVEL = { above: 0.4, below: 0.25 };
/** The longest name without a colon behind it, in characters. */
const LONGEST = 24;
/** How much is free above a line to write on, by the height of its name. */
const FREE = 1.2;
/** The width of an underscore in usual fonts, as a share of their size. */
const UNDERSCORE = 0.5;

/** Puts underscores in the place of lines to write on, which are drawn behind their names in forms. */
export function addBlanks(lines: readonly Line[], dividers: readonly Divider[]) {
  const blanks = new Map<Line, Divider>();
  const others = dividers.filter((divider) => {
    const name = lines.findLast((line) => !blanks.has(line) && isName(line, divider));
    if (!name || lines.some((line) => isInTheWay(line, divider, name))) return true;
    blanks.set(name, divider);
    return false;
  });
  const filled = lines.flatMap((line): Line[] => {
    const [blank, last] = [blanks.get(line), line.runs.at(-1)];
    if (!blank || !last) return [line];
    const text = '_'.repeat(Math.round((blank.to - blank.from) / (UNDERSCORE * sizeOf(line))));
    const run: Run = { text, font: last.font, bold: false, italic: false };
    if (blank.from - line.right > BEHIND.most)
      return [line, { ...line, left: blank.from, right: blank.to, runs: [run] }];
    return [{ ...line, right: blank.to, runs: [...line.runs, { ...run, text: ` ${text}` }] }];
  });
  return { lines: filled, dividers: others };
}

/** Whether a line to write on begins behind a text that may be its name. */
function isName(text: Line, { at, from, to }: Divider): boolean {
  const [gap, height] = [from - text.right, text.bottom - text.top];
  if (gap < BEHIND.least || gap > (to - from < LEAST_APART ? BEHIND.most : APART)) return false;
  if (at < text.bottom - LEVEL.above * height || at > text.bottom + LEVEL.below * height) return false;
  const said = textOf(text).trim();
  return said.length <= LONGEST || said.endsWith(':');
}

/** Whether a text stands where one would write, or is the number to which a leader leads. */
function isInTheWay(text: Line, { at, from, to }: Divider, name: Line): boolean {
  const { left, right, top, bottom } = text;
  const height = name.bottom - name.top;
  if (left < to && right > from + 1) return bottom > at - FREE * height && top < at - 1;
  const isBehind = left > to - 1 && left < to + BEHIND.most && top < at && bottom > at - height;
  return isBehind && isNumber(textOf(text));
}
