import type { Block, Paragraph } from '../blocks/block.ts';
import { BESIDE, type Divider, OVERLAP } from '../graphics/find-dividers.ts';
import type { Rule } from '../graphics/find-rules.ts';
import { hexOf } from '../graphics/pixels.ts';
import { around, type Box } from '../page.ts';

/** How far the ends of a line are from the sides of its column within it, and beyond, in points: no text need reach to them. */
export const WITHIN = 12;
const BEYOND = 40;
/** The indent up to which a paragraph reaches over its column, in points. */
const NO_INDENT = 2;
/** The largest distance of a border from its paragraph, in points, as Word has it. */
const MOST_SPACE = 31;
/** The height of a paragraph without text, in points. */
const EMPTY = 1;
/** How much of the height of a paragraph a bar beside it has at least. */
const ALONG = 0.8;
/** How far a bar is from its paragraph at most, in points: Word takes an indent for that of the text, and LibreOffice for that of the border. */
const NEAR_BAR = 4;

/** The border of a paragraph that is a bar at its left. */
export function barOf({ top, bottom, lines }: Paragraph, bars: readonly Rule[]): Border | undefined {
  const { left } = around(lines);
  const bar = bars.find(({ at, from, to }) => {
    const along = Math.min(to, bottom) - Math.max(from, top);
    return at < left && at > left - BESIDE && along > ALONG * (bottom - top);
  });
  return bar && { side: 'left', space: Math.min(NEAR_BAR, left - bar.at), color: hexOf(bar.color) };
}

/** A border of a paragraph. */
export interface Border {
  readonly side: 'top' | 'bottom' | 'left';
  /** Between the paragraph and its border, in points. */
  readonly space: number;
  readonly color: string;
}

/**
 * Makes borders of lines between blocks: of the paragraph above, or else of the one below.
 * @param dividers without those that become borders afterwards
 * @param sides of the blocks, and where they begin
 */
export function bordersOf(
  blocks: readonly Block[],
  dividers: Set<Divider>,
  { left, right, top }: Pick<Box, 'left' | 'right' | 'top'>,
): Map<Block, Border> {
  const borders = new Map<Block, Border>();
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
    if (above && isWide(above) && space < MOST_SPACE && !borders.has(above))
      borders.set(above, { side: 'bottom', space: Math.max(0, space), color });
    else if (next && isWide(next) && spaceBelow < MOST_SPACE)
      borders.set(next, { side: 'top', space: Math.max(0, spaceBelow), color });
    else continue;
    dividers.delete(divider);
  }
  return borders;
}

const isWide = (block: Block) => block.kind === 'paragraph' && block.indent < NO_INDENT;

/**
 * Lines between blocks that become paragraphs without text, as above footnotes and names to be signed.
 * @param dividers without those that become paragraphs afterwards
 * @param sides of the blocks, and where the lines are
 */
export function linesBetween(
  blocks: readonly Block[],
  dividers: Set<Divider>,
  { left, right, top, bottom }: Box,
): { readonly block: Paragraph; readonly border: Border }[] {
  const isBetween = ({ at, from }: Divider) =>
    at > top &&
    at < bottom &&
    from > left - WITHIN &&
    from < right &&
    !blocks.some((block) => at > block.top + OVERLAP && at < block.bottom - OVERLAP);
  const own = [...dividers].filter(isBetween);
  for (const divider of own) dividers.delete(divider);
  return own.map((divider) => ({
    block: emptyParagraph(divider, { left, right }),
    border: { side: 'bottom', space: 0, color: hexOf(divider.color) },
  }));
}

/** A paragraph without text that is as wide as a line, and ends at it. */
function emptyParagraph({ at, from, to }: Divider, { left, right }: Pick<Box, 'left' | 'right'>): Paragraph {
  const box = { left: from, right: to, top: at - EMPTY, bottom: at };
  const indents = { indent: Math.max(0, from - left), firstIndent: 0, room: right - to };
  return { kind: 'paragraph', ...box, ...indents, runs: [], lines: [], align: 'end', leading: EMPTY, tabs: [] };
}
