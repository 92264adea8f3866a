import { type Box, fillOf, type Line, overlaps } from '../page.ts';
import type { Rule } from './find-rules.ts';
import { colourAt, type Ground, hexOf, mostOf, type Pixels } from './pixels.ts';

/** How many places behind a word are looked at, and the least share of them that has its fill. */
const PLACES = { across: 8, down: 3 };
const LEAST_SHARE = 0.8;
/** The brightest fill: white is none. */
const BRIGHTEST = 247;
/** The distance of the sheet's edge from the places at which its colour is looked at, as a share of its side. */
const EDGE = 0.01;
/** A sheet this bright is printed on white paper without its colour. */
const BRIGHT_SHEET = 170;
/** How far from the ends of a highlighted line its colour has ended, in points: behind it there may be a space. */
const [BEFORE, BEHIND] = [3, 5];

/** How far the edges of bands may be from those of what is drawn, in points, and how many these are at most. */
const END = 5;
const MOST_BANDS = 200;

/** Gives words the colour behind them, as of a cell, a band or a marker, where it is one. */
export function fillWords(words: readonly Line[], page: Pixels, scale: number): Line[] {
  const sheet = sheetColour(page);
  return words.map((word) => {
    const fill = colourBehind(word, page, scale);
    if (fill === undefined || !isTinted(fill)) return word;
    if (fill === sheet && brightnessOf(fill) > BRIGHT_SHEET) return word;
    const color = hexOf(fill);
    return { ...word, runs: word.runs.map((run) => ({ ...run, fill: color })) };
  });
}

/** Whether a colour is not about white. */
export const isTinted = (colour: number) => brightnessOf(colour) <= BRIGHTEST;

/** The brightness of the darkest channel. */
const brightnessOf = (colour: number) => Math.min(colour >> 16, (colour >> 8) & 255, colour & 255);

function colourBehind(
  { left, right, top, bottom }: Box,
  page: Pixels,
  scale: number,
  { across, down } = PLACES,
): number | undefined {
  return mostly(
    Array.from({ length: across * down }, (_, index) => {
      const x = left + ((right - left) * ((index % across) + 0.5)) / across;
      const y = top + ((bottom - top) * (Math.floor(index / across) + 1)) / (down + 1);
      return colourAt(page, Math.floor(x * scale), Math.floor(y * scale));
    }),
  );
}

/** Whether something that is drawn is a plain band behind words, which have its colour, and no picture. */
export function isBand(box: Box, words: readonly Line[], page: Pixels, scale: number): boolean {
  const colour = colourBehind(box, page, scale, { across: 24, down: 9 });
  if (colour === undefined || !isTinted(colour)) return false;
  const color = hexOf(colour);
  return words.some((word) => overlaps(word, box) && word.runs.some(({ fill }) => fill === color));
}

/** Whether something that is drawn is bands below each other, as the rows of a table are. */
export function areBands(
  box: Box,
  across: readonly Rule[],
  words: readonly Line[],
  { pixels, scale }: Ground,
): boolean {
  const cuts = across.filter(
    ({ at, from, to }) => at > box.top && at < box.bottom && from < box.left + END && to > box.right - END,
  );
  const edges = [box.top, ...cuts.map(({ at }) => at), box.bottom].filter(
    (y, at, all) => y - (all[at - 1] ?? Number.NEGATIVE_INFINITY) > END,
  );
  return (
    edges.length > 2 &&
    edges.length < MOST_BANDS &&
    edges.slice(1).every((bottom, at) => isBand({ ...box, top: edges[at] ?? bottom, bottom }, words, pixels, scale))
  );
}

/** The colour of all edges of a page. */
function sheetColour(page: Pixels): number | undefined {
  const places = [0.1, 0.3, 0.5, 0.7, 0.9].flatMap((share) => [
    [share, EDGE],
    [share, 1 - EDGE],
    [EDGE, share],
    [1 - EDGE, share],
  ]);
  return mostly(
    places.map(([x = 0, y = 0]) => colourAt(page, Math.floor(x * page.width), Math.floor(y * page.height))),
  );
}

/** The colour that most of some places have, if there is one. */
function mostly(colours: readonly number[]): number | undefined {
  const { colour, count } = mostOf(colours);
  return count >= LEAST_SHARE * colours.length ? colour : undefined;
}

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

/** Lines with nothing behind them but a picture that is kept: light text is visible on it. */
export function withoutFills(lines: readonly Line[], pictures: readonly Box[]): Line[] {
  return lines.map((line) => {
    if (!pictures.some((picture) => overlaps(line, picture))) return line;
    return { ...line, runs: line.runs.map((run) => ({ ...run, fill: 'transparent' })) };
  });
}
