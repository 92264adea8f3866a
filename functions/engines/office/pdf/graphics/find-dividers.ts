import type { Box } from '../page.ts';
import { isThin, type Rule } from './find-rules.ts';
import type { Ground } from './pixels.ts';

/** A line across a column, as below the head of a letter or the titles of a curriculum vitae. */
export type Divider = Rule;

/** The shortest and the thickest, in points. */
const LEAST = 40;
const THICK = 5;
/** How far a line may reach into a block above or below it, in points. */
export const OVERLAP = 2;
/** A page with more of them is a form or a drawing. */
const MOST = 100;

/** What goes across a page beside its words. */
interface Across {
  readonly dividers: readonly Divider[];
  /** The edges of areas of a colour, as of the rows of a table. */
  readonly edges: readonly Rule[];
}

/** Finds lines across a page, and edges of filled areas, that are not of tables or pictures, and that no words stand on. */
export function findDividers(
  across: readonly Rule[],
  ground: Ground,
  { words, framed }: { readonly words: readonly Box[]; readonly framed: readonly Box[] },
): Across {
  const long = across.filter(({ from, to }) => to - from >= LEAST);
  if (long.length > MOST) return { dividers: [], edges: [] };
  const free = long.filter(
    (rule) => !words.some((box) => isOn(rule, box, -OVERLAP)) && !framed.some((box) => isOn(rule, box, OVERLAP)),
  );
  const thin = new Set(free.filter((rule) => isThin(rule, ground, THICK)));
  return { dividers: [...thin], edges: free.filter((rule) => !thin.has(rule)) };
}

const isOn = ({ at, from, to }: Rule, { left, right, top, bottom }: Box, around: number) =>
  at > top - around && at < bottom + around && from < right && to > left;

/** How far a bar may be from text on its right, in points. */
export const BESIDE = 24;

/** Finds lines that go down beside text, as beside quotations. */
export function findBars(
  down: readonly Rule[],
  ground: Ground,
  { lines, framed }: { readonly lines: readonly Box[]; readonly framed: readonly Box[] },
): Rule[] {
  if (down.length > MOST) return [];
  const isBeside = ({ at, from, to }: Rule) =>
    lines.some(
      ({ left, top, bottom }) => left > at && left < at + BESIDE && top > from - OVERLAP && bottom < to + OVERLAP,
    );
  const isFramed = ({ at, from, to }: Rule) =>
    framed.some(
      ({ left, right, top, bottom }) => at > left - OVERLAP && at < right + OVERLAP && from < bottom && to > top,
    );
  return down.filter((rule) => isThin(rule, ground, THICK, true) && isBeside(rule) && !isFramed(rule));
}
