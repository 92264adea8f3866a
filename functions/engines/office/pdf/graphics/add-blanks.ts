import { isNumber, type Line, type Run, sizeOf, textOf } from '../page.ts';
import type { Divider } from './find-dividers.ts';

/** How far behind its name a line to write on begins, in points, and how near it is to the bottom of that, as shares of its height. */
const BEHIND = { least: -1, most: 20 };
const LEVEL = { above: 0.4, below: 0.25 };
/** The longest name without a colon behind it, in characters. */
const LONGEST = 24;
/** How much is free above a line to write on, by the height of its name. */
const FREE = 1.2;
/** The width of an underscore in usual fonts, as a share of their size. */
const UNDERSCORE = 0.5;

/** Puts underscores in the place of lines to write on, which are drawn behind their names in forms. */
export function addBlanks(lines: readonly Line[], dividers: readonly Divider[]) {
  const used = new Set<Divider>();
  const filled = lines.map((line): Line => {
    const blank = dividers.find((divider) => !used.has(divider) && isBehind(divider, line, lines));
    const last = line.runs.at(-1);
    if (!blank || !last) return line;
    used.add(blank);
    const count = Math.round((blank.to - blank.from) / (UNDERSCORE * sizeOf(line)));
    const run: Run = { text: ` ${'_'.repeat(count)}`, font: last.font, bold: false, italic: false };
    return { ...line, right: blank.to, runs: [...line.runs, run] };
  });
  return { lines: filled, dividers: dividers.filter((divider) => !used.has(divider)) };
}

/** Whether a line to write on is behind its name, with nothing above it, and no number behind it. */
function isBehind({ at, from, to }: Divider, name: Line, lines: readonly Line[]): boolean {
  const [gap, height] = [from - name.right, name.bottom - name.top];
  if (gap < BEHIND.least || gap > BEHIND.most) return false;
  if (at < name.bottom - LEVEL.above * height || at > name.bottom + LEVEL.below * height) return false;
  const text = textOf(name).trim();
  if (text.length > LONGEST && !text.endsWith(':')) return false;
  return !lines.some((line) => {
    const { left, right, top, bottom } = line;
    const isAbove = left < to && right > from + 1 && bottom > at - FREE * height && top < at - 1;
    // The leader of a contents or a price.
    const isLed =
      left > to - 1 && left < to + BEHIND.most && top < at && bottom > at - height && isNumber(textOf(line));
    return isAbove || isLed;
  });
}
