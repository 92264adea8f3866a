import type { Block } from '../blocks/block.ts';
import type { Box } from '../page.ts';
import { isThin, type Rule } from './find-rules.ts';
import { type Ground, hexOf } from './pixels.ts';

/** A line across a column, as below the head of a letter or the titles of a curriculum vitae. */
export type Divider = Rule;

/** The shortest and the thickest, in points. */
const LEAST = 40;
const THICK = 5;
/** How far its ends are from the sides of its column within it, and beyond, in points: no text need reach to them. */
export const WITHIN = 12;
const BEYOND = 40;
/** The indent up to which a paragraph reaches over its column, in points. */
const NO_INDENT = 2;
/** How far a line may reach into a block above or below it, in points. */
const OVERLAP = 2;
/** The largest distance of a border from its paragraph, in points, as Word has it. */
const MOST_SPACE = 31;
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

/** A border of a paragraph. */
export interface Border {
  readonly side: 'top' | 'bottom';
  /** Between the paragraph and its border, in points. */
  readonly space: number;
  readonly color: string;
}

/**
 * Makes borders of lines between blocks: of the paragraph above, or else of the one below.
 * @param dividers without those that become borders afterwards
 * @param sides of the blocks, and where they begin
 * @returns the borders by the indexes of blocks
 */
export function bordersOf(
  blocks: readonly Block[],
  dividers: Set<Divider>,
  { left, right, top }: Pick<Box, 'left' | 'right' | 'top'>,
): Map<number, Border> {
  const borders = new Map<number, Border>();
  for (const divider of dividers) {
    const { at, from, to } = divider;
    const [before, behind] = [from - left, right - to];
    if (Math.max(before, behind) > WITHIN || Math.min(before, behind) < -BEYOND || at < top) continue;
    const below = blocks.findIndex((block) => block.top > at - OVERLAP);
    const over = below < 0 ? blocks.length - 1 : below - 1;
    const [above, next] = [blocks[over], blocks[below]];
    if (above && above.bottom > at + OVERLAP) continue;
    const color = hexOf(divider.color);
    const [space, spaceBelow] = [at - (above?.bottom ?? top), (next?.top ?? Number.POSITIVE_INFINITY) - at];
    if (above && isWide(above) && space < MOST_SPACE && !borders.has(over))
      borders.set(over, { side: 'bottom', space: Math.max(0, space), color });
    else if (next && isWide(next) && spaceBelow < MOST_SPACE)
      borders.set(below, { side: 'top', space: Math.max(0, spaceBelow), color });
    else continue;
    dividers.delete(divider);
  }
  return borders;
}

const isWide = (block: Block) => block.kind === 'paragraph' && block.indent < NO_INDENT;
