import { type Drawn, findPictures } from '../graphics/find-pictures.ts';
import { coloursIn } from '../graphics/pixels.ts';
import { areaOf, type Box, isWithin } from '../page.ts';
import { mostColour, type Slate } from './slate.ts';

/** How near to an edge of the slide its ornaments are, in points. */
const AT_EDGE = 5;
/** A photo has more colours than this, of a thousand places and with three bits to a channel; an ornament has fewer. */
const COLOURS = 24;
const PLACES = 32;
const ALIKE = 0xe0e0e0;

/** Finds pictures that can be moved, and erases them: something plain is around them, and they are no ornaments of the slide. */
export function liftPictures(slate: Slate, words: readonly Box[]): Drawn[] {
  const sheet = mostColour(slate.pixels);
  if (sheet === undefined) return [];
  const { pixels, scale } = slate;
  const found = findPictures(pixels, scale, words, { sheet }).filter(({ behind }) => !behind);
  const lifted: Drawn[] = [];
  for (const box of found.sort((a, b) => areaOf(b) - areaOf(a))) {
    if (lifted.some((other) => isWithin(box, other)) || (isAtEdge(box, slate) && !isPhoto(box, slate))) continue;
    const colour = slate.colourAround(box);
    if (colour === undefined) continue;
    slate.erase(box, colour);
    lifted.push(box);
  }
  return lifted;
}

function isAtEdge({ left, top, right, bottom }: Box, { pixels, scale }: Slate): boolean {
  const [width, height] = [pixels.width / scale, pixels.height / scale];
  return Math.min(left, top, width - right, height - bottom) < AT_EDGE;
}

function isPhoto(box: Box, slate: Slate): boolean {
  const colours = coloursIn(slate.pixels, slate.boxOf(box), PLACES).map((colour) => colour & ALIKE);
  return new Set(colours).size > COLOURS;
}
