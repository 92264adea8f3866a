import { Canvas, isPlain, mostColour } from '../graphics/canvas.ts';
import { liftBullets } from '../graphics/find-bullets.ts';
import { hexOf } from '../graphics/pixels.ts';
import type { FoundPage, PageParts } from '../reading/found-page.ts';
import { liftPictures } from './lift-pictures.ts';
import { liftTables } from './lift-tables.ts';

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
  const { tables, lines } = liftTables(liftBullets(upright, canvas, 'erased'), rules, mostCells, canvas);
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
