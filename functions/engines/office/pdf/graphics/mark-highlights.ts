import { fillOf, type Line } from '../page.ts';
import { colourAt, type Ground, hexOf } from './pixels.ts';

/** How far from the ends of a highlighted line its colour has ended, in points: behind it there may be a space. */
const [BEFORE, BEHIND] = [3, 5];

/** Marks lines whose colour behind them begins and ends with their text, as that of a band or a cell does not. */
export function markHighlights(lines: readonly Line[], ground: Ground): Line[] {
  return lines.map((line) => (isHighlighted(line, ground) ? { ...line, highlighted: true } : line));
}

function isHighlighted({ runs, left, right, top, bottom }: Line, { pixels, scale }: Ground): boolean {
  const fill = fillOf(runs);
  if (fill === undefined) return false;
  const y = Math.floor(((top + bottom) / 2) * scale);
  return [left - BEFORE, right + BEHIND].every((x) => hexOf(colourAt(pixels, Math.floor(x * scale), y)) !== fill);
}
