import { isRightToLeft } from '../../../poppler/logical-order.ts';
import { around, type Line, sizeOf, textOf } from '../page.ts';
import type { Canvas } from './canvas.ts';
import { componentsOf, type Grid } from './components.ts';
import { colourAt, coloursIn, differenceOf, mostOf, outerBox, type PixelBox, type Pixels } from './pixels.ts';

/** How far from the beginning of a line a bullet is searched, and the least gap between them, in points. */
const REACH = 26;
const GAP = 2.5;
/** The sides of a bullet, as shares of the letters' size; larger ones are of pictures. */
const LEAST = 0.15;
const MOST = 0.6;
/** The least difference of a visible colour from that around it, and at how many places in each direction this is looked at. */
const FAINT = 60;
const PLACES = 8;
const WHITE = 0xffffff;

/** How far from the text the box of its bullet ends, in points. */
const BESIDE = 2;

/**
 * Puts a bullet before lines that have one drawn before them, as browsers draw those of lists, and erases it, where one colour
 * is around it.
 * @param which whether others, which cannot be erased, are put there as well
 */
export function liftBullets(lines: readonly Line[], canvas: Canvas, which: 'erased' | 'all'): Line[] {
  return lines.map((line) => {
    const marked = withBullet(line, canvas.pixels, canvas.scale);
    if (!marked) return line;
    const left = { ...line, left: marked.left, right: line.left - BESIDE };
    const box = marked.left < line.left ? left : { ...line, left: line.right + BESIDE, right: marked.right };
    return canvas.lift(box) || which === 'all' ? marked : line;
  });
}

/** A line with the bullet that is drawn before it, if one is; it begins at the bullet. */
function withBullet(line: Line, page: Pixels, scale: number): Line | undefined {
  const [first, ...others] = line.runs;
  const bullet = bulletBefore(line, page, scale);
  return first && bullet && { ...line, ...bullet, runs: [{ ...first, text: `• ${first.text}` }, ...others] };
}

/** Where a line begins with the bullet that stands alone before it, at the height of its small letters. */
function bulletBefore(line: Line, page: Pixels, scale: number): Partial<Line> | undefined {
  const rightToLeft = isRightToLeft(textOf(line));
  const [from, to] = rightToLeft ? [line.right + GAP, line.right + REACH] : [line.left - REACH, line.left - GAP];
  const left = Math.max(0, Math.floor(from * scale));
  const right = Math.min(page.width, Math.floor(to * scale));
  const { top, bottom } = outerBox(line, page, scale);
  const { colour: ground } = mostOf(coloursIn(page, { left, right, top, bottom }, PLACES));
  const parts = [...componentsOf(differingIn(page, { left, right, top, bottom }, ground))];
  if (parts.length === 0) return undefined;
  const ink = around(parts.map(({ box }) => box));
  const colour = colourAt(
    page,
    left + Math.floor((ink.left + ink.right) / 2),
    top + Math.floor((ink.top + ink.bottom) / 2),
  );
  // On grounds of other colours are those of legends, too.
  const own = Number.parseInt(line.runs[0]?.font.color.slice(1) ?? '', 16);
  if (differenceOf(ground, WHITE) > FAINT && differenceOf(colour, own) > FAINT) return undefined;
  const sides = [ink.right - ink.left, ink.bottom - ink.top].map((side) => side / scale / sizeOf(line));
  if (sides.some((side) => side < LEAST || side > MOST)) return undefined;
  const [width = 0, height = 0] = sides;
  const middle = (top + (ink.top + ink.bottom) / 2) / scale;
  const [above, below] = [middle - line.top, line.bottom - middle].map((room) => room / (line.bottom - line.top));
  const alone = Math.min(above ?? 0, below ?? 0) > 0.25 && Math.max(width, height) < Math.min(width, height) * 1.5;
  if (!alone) return undefined;
  return rightToLeft ? { right: (left + ink.right) / scale } : { left: (left + ink.left) / scale };
}

/** The pixels of a part of a page that are not of the colour of its ground. */
function differingIn(page: Pixels, part: PixelBox, ground: number): Grid {
  const [columns, rows] = [Math.max(0, part.right - part.left), Math.max(0, part.bottom - part.top)];
  const isInk = (_: unknown, cell: number) => {
    const [x, y] = [part.left + (cell % columns), part.top + Math.floor(cell / columns)];
    return differenceOf(colourAt(page, x, y), ground) > FAINT ? 1 : 0;
  };
  return { columns, rows, inked: Uint8Array.from({ length: columns * rows }, isInk) };
}
