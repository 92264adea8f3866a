import { withBullet } from '../graphics/find-bullets.ts';
import { hexOf } from '../graphics/pixels.ts';
import type { Line } from '../page.ts';
import type { FoundPage, PageParts } from '../reading/found-page.ts';
import { Canvas, isPlain, mostColour } from './canvas.ts';
import { liftPictures } from './lift-pictures.ts';
import { liftTables } from './lift-tables.ts';

/** How far from the text the box of its bullet ends, in points. */
const BESIDE = 2;

/**
 * The content of a page that becomes a slide: its tables and pictures stand for themselves, where something plain is behind
 * them; all else that is drawn is the background of the slide.
 * @param mostCells how many cells its tables may have
 */
export function readSlide(page: FoundPage, mostCells: number): PageParts {
  const { width, height, words, upright, rotated, rules, ground, scanned } = page;
  if (!ground) return { lines: upright, rotated, tables: [], cutOuts: [] };
  const whole = { left: 0, top: 0, right: width, bottom: height, behind: true };
  if (scanned)
    return { lines: upright, rotated, tables: [], cutOuts: [{ ...whole, pixels: ground.pictures ?? ground.pixels }] };
  const canvas = new Canvas(ground);
  const { tables, lines } = liftTables(liftBullets(upright, canvas), rules, mostCells, canvas);
  const pictures = liftPictures(canvas, words);
  const sheet = mostColour(canvas.pixels);
  const plain = sheet !== undefined && isPlain(canvas.pixels, sheet);
  return {
    lines,
    rotated,
    tables,
    cutOuts: [
      ...(plain ? [] : [{ ...whole, pixels: canvas.pixels }]),
      ...pictures.map((box) => ({ ...box, pixels: ground.pixels })),
    ],
    ...(plain && { sheet: hexOf(sheet) }),
  };
}

/** Lines with the bullets that are drawn before them, which are erased. */
function liftBullets(lines: readonly Line[], canvas: Canvas): Line[] {
  return lines.map((line) => {
    const marked = withBullet(line, canvas.pixels, canvas.scale);
    if (!marked) return line;
    const left = { ...line, left: marked.left, right: line.left - BESIDE };
    const box = marked.left < line.left ? left : { ...line, left: line.right + BESIDE, right: marked.right };
    const colour = canvas.colourAround(box);
    if (colour === undefined) return line;
    canvas.erase(box, colour);
    return marked;
  });
}
