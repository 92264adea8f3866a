import { type Canvas, mostColour } from '../graphics/canvas.ts';
import { type Drawn, findPictures } from '../graphics/find-pictures.ts';
import { coloursIn } from '../graphics/pixels.ts';
import { areaOf, type Box, isGround, isWithin } from '../page.ts';

/** A photo has more colours than this, of a thousand places and with three bits to a channel; an ornament has fewer. */
const COLOURS = 24;
const PLACES = 32;
const ALIKE = 0xe0e0e0;

/** Finds pictures that can be moved, and erases them: something plain is around them, and they are no ornaments of the slide. */
export function liftPictures(canvas: Canvas, words: readonly Box[]): Drawn[] {
  const sheet = mostColour(canvas.pixels);
  if (sheet === undefined) return [];
  const { pixels, scale } = canvas;
  const size = { width: pixels.width / scale, height: pixels.height / scale };
  const found = findPictures(pixels, scale, words, { sheet }).filter(({ behind }) => !behind);
  const lifted: Drawn[] = [];
  for (const box of found.sort((a, b) => areaOf(b) - areaOf(a))) {
    if (lifted.some((other) => isWithin(box, other)) || (isGround(box, size) && !isPhoto(box, canvas))) continue;
    if (canvas.lift(box)) lifted.push(box);
  }
  return lifted;
}

function isPhoto(box: Box, canvas: Canvas): boolean {
  const colours = coloursIn(canvas.pixels, canvas.boxOf(box), PLACES).map((colour) => colour & ALIKE);
  return new Set(colours).size > COLOURS;
}
