import type { Block } from '../blocks/block.ts';
import type { Line } from '../page.ts';

/** A gap between paragraphs, in points: what larger ones have beyond it goes first. */
const USUAL_GAP = 10;
/** The share of the gaps that may go then. */
const MOST_OF_GAPS = 0.8;
/** Letters become smaller where lines are set closer than this. */
const CLOSE = 0.96;

/**
 * Takes a share of the height of blocks from the space between them, and what that lacks from their own heights.
 * @param height of all, with the gaps, in points
 * @returns the gaps, and by what the heights of the blocks are multiplied
 */
export function squeezeGaps(gaps: readonly number[], height: number, share: number) {
  let left = height * share;
  const take = (gap: number, most: number) => {
    const taken = Math.max(0, Math.min(left, most));
    left -= taken;
    return gap - taken;
  };
  // What is above a large gap stays in its place.
  const closer = gaps
    .toReversed()
    .map((gap) => take(gap, gap - USUAL_GAP))
    .reverse();
  const free = closer.reduce((sum, gap) => sum + gap, 0);
  const part = free > 0 ? Math.min(1, left / (free * MOST_OF_GAPS)) * MOST_OF_GAPS : 0;
  left -= free * part;
  const text = height - gaps.reduce((sum, gap) => sum + gap, 0);
  return {
    gaps: closer.map((gap) => gap * (1 - part)),
    scale: left > 0 && text > 0 ? Math.max(0, 1 - left / text) : 1,
  };
}

/** A block whose lines are set closer. */
export function squeezeBlock(block: Block, scale: number): Block {
  const place = (y: number) => block.top + (y - block.top) * scale;
  if (block.kind === 'picture')
    return { ...block, bottom: place(block.bottom), right: block.left + (block.right - block.left) * scale };
  const letters = Math.min(1, scale / CLOSE);
  const sizes = <T extends Pick<Line, 'runs'>>(of: T): T => ({
    ...of,
    runs: of.runs.map((run) => ({ ...run, font: { ...run.font, size: run.font.size * letters } })),
  });
  if (block.kind === 'paragraph')
    return { ...sizes(block), leading: block.leading * scale, lines: block.lines.map(sizes) };
  const moved = (line: Line): Line => ({ ...sizes(line), top: place(line.top), bottom: place(line.bottom) });
  const rows = block.rows.map((cells) => cells.map((cell) => ({ ...sizes(cell), lines: cell.lines.map(moved) })));
  return { ...block, rows, bottom: place(block.bottom), heights: block.heights.map((height) => height * scale) };
}
