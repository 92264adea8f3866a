import { around, type Line, sizeOf } from '../page.ts';
import { componentsOf, inkIn } from './components.ts';
import { outerBox, type Pixels } from './pixels.ts';

/** How far left of a line a bullet is searched, and the least gap between them, in points. */
const REACH = 26;
const GAP = 2.5;
/** The sides of a bullet, as shares of the letters' size; larger ones are of pictures. */
const LEAST = 0.15;
const MOST = 0.6;
/** The least difference from white of a visible colour. */
const FAINT = 60;

/** Puts a bullet before lines that have one drawn before them, as browsers draw those of lists. */
export function drawnBullets(lines: readonly Line[], page: Pixels, scale: number): Line[] {
  return lines.map((line) => {
    const [first] = line.runs;
    const left = bulletBefore(line, page, scale);
    if (!first || left === undefined) return line;
    return { ...line, left, runs: [{ ...first, text: `• ${first.text}` }, ...line.runs.slice(1)] };
  });
}

/** Where a bullet begins that stands alone before a line, at the height of its small letters. */
function bulletBefore(line: Line, page: Pixels, scale: number): number | undefined {
  const left = Math.max(0, Math.floor((line.left - REACH) * scale));
  const right = Math.min(page.width, Math.floor((line.left - GAP) * scale));
  const { top, bottom } = outerBox(line, page, scale);
  const parts = [...componentsOf(inkIn(page, 256 - FAINT, { left, right, top, bottom }))];
  if (parts.length === 0) return undefined;
  const ink = around(parts.map(({ box }) => box));
  const sides = [ink.right - ink.left, ink.bottom - ink.top].map((side) => side / scale / sizeOf(line));
  if (sides.some((side) => side < LEAST || side > MOST)) return undefined;
  const [width = 0, height = 0] = sides;
  const middle = (top + (ink.top + ink.bottom) / 2) / scale;
  const [above, below] = [middle - line.top, line.bottom - middle].map((room) => room / (line.bottom - line.top));
  const alone = Math.min(above ?? 0, below ?? 0) > 0.25 && Math.max(width, height) < Math.min(width, height) * 1.5;
  return alone ? (left + ink.left) / scale : undefined;
}
