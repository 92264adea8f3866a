import { areaOf, around, type Box, isMiddleIn, overlaps } from '../page.ts';
import { componentsOf, type Grid } from './components.ts';
import { coloursIn, differenceOf, isLikeBefore, mostOf, outerBox, type Pixels } from './pixels.ts';

/** The box of something that is drawn. */
export interface Drawn extends Box {
  /** Whether it lies behind the text of the page, rather than among it. */
  readonly behind: boolean;
}

/** The side of a cell of the search grid, in points. */
const CELL = 4;
/** The smallest side of a picture, in points: smaller ones are rules or ornaments. */
const LEAST_SIDE = 16;
/** The largest share of text in a picture: with more it is the frame or background of that text. */
const MOST_TEXT = 0.1;
/** The share of a page above which a picture is its background. */
export const GROUND = 0.6;
/** The least difference from the colour of the sheet of a visible one. */
const FAINT = 20;
const WHITE = 0xffffff;
/** Parts nearer than this may be one picture, in points. */
const NEAR = 8;
/** More parts than this are not looked at for what belongs together. */
const MOST_PARTS = 2000;
/** Nor are they when this is less than the pairs of them, times the words of the page. */
const MOST_WORK = 1_000_000_000;
/** The smallest side of a picture that touches a frame around text, in points: smaller ones are ornaments of it. */
const LEAST_FRAMED = 48;
/** Frames are drawn in less than this share of a cell, and pictures that they touch in more. */
const SOLID = 0.5;
/** Pictures are searched on grounds of so many colours at most. */
const MOST_COLOURS = 3;
/** How many places in each direction tell whether something is of one colour. */
const PLACES = 8;
/** How much of a box that is exact to a cell is of the colour of what is in it. */
const MOSTLY_PLAIN = 0.6;
/** A page with more of them is a picture as a whole. */
const MOST_FOUND = 5000;

/** How pictures are told from what is drawn around text. */
interface Surroundings {
  /** The colour behind all else. @default white */
  readonly sheet?: number;
  /** Whether what is drawn around text lies behind it as it is. */
  readonly isPanel?: (box: Box) => boolean;
  /** Whether something is drawn around text, whatever is near it. */
  readonly isFrame?: (box: Box) => boolean;
}

/**
 * Finds the pictures on a page that is drawn without its text: photos, diagrams, logos; not the lines of tables.
 * @param scale pixels to a point
 */
export function findPictures(
  page: Pixels,
  scale: number,
  words: readonly Box[],
  { sheet = WHITE, isPanel = () => false, isFrame = () => false }: Surroundings = {},
): Drawn[] {
  const [width, height] = [page.width / scale, page.height / scale];
  const parts = drawnParts(page, scale, besides(sheet)).filter((part) => !isFrame(part));
  if (parts.length > MOST_FOUND) return [{ left: 0, top: 0, right: width, bottom: height, behind: true }];
  const many = parts.length > MOST_PARTS || parts.length ** 2 * words.length > MOST_WORK;
  const isPlain = (box: Box, share = 1) =>
    mostOf(coloursIn(page, outerBox(box, page, scale), PLACES)).count >= share * PLACES ** 2;
  const pictures = many ? parts : joinParts(parts, words, (box) => isPlain(box, MOSTLY_PLAIN));
  const isLarge = (box: Box, least = LEAST_SIDE) => Math.min(box.right - box.left, box.bottom - box.top) >= least;
  const kindOf = (box: Box) => (!isGround(box, words) ? 'picture' : isPanel(box) ? 'panel' : 'frame');
  const large = Map.groupBy(
    pictures.filter((box) => isLarge(box)),
    kindOf,
  );
  const [found, frames] = [large.get('picture') ?? [], large.get('frame') ?? []];
  const grounds = [...(large.get('panel') ?? []), ...frames].filter((box) => isLarge(box, LEAST_FRAMED));
  const colours = coloursOf(grounds, page, scale).filter((colour) => differenceOf(colour, sheet) > FAINT);
  // A photo may touch a panel.
  const areas = colours.flatMap((colour) => drawnParts(page, scale, (data, at) => !isOff(data, at, colour), SOLID));
  const touching = areas.filter((box) => isLarge(box, LEAST_FRAMED) && frames.some((frame) => isMiddleIn(box, frame)));
  const panels = [...(large.get('panel') ?? []), ...touching.filter(isPanel)];
  const isFramed = (box: Box) =>
    grounds.some((ground) => isMiddleIn(box, ground)) && !found.some((other) => overlaps(other, box)) && !isPlain(box);
  const inks = grounds.length === 0 ? [] : [besides(sheet), ...colours.map((colour) => besides(sheet, colour))];
  const framed = inks.flatMap((isInk) =>
    drawnParts(page, scale, isInk, SOLID)
      .filter((box) => isLarge(box, LEAST_FRAMED) && !isGround(box, words) && isFramed(box))
      .map((box) => fitTo(page, scale, { box, isInk })),
  );
  const once = framed.filter((box, at) => !framed.slice(0, at).some((other) => overlaps(other, box)));
  return [
    ...[...found, ...once].map((box) => ({ ...box, behind: areaOf(box) > width * height * GROUND })),
    ...panels.map((box) => ({ ...box, behind: true })),
  ];
}

/** The colours that areas have most of. */
function coloursOf(areas: readonly Box[], page: Pixels, scale: number): number[] {
  const colours = areas.map((box) => mostOf(coloursIn(page, outerBox(box, page, scale), PLACES)).colour);
  return [...new Set(colours)].slice(0, MOST_COLOURS);
}

/** Moves the sides of a box that is exact to a cell to where most of the pixels along them are drawn. */
function fitTo(page: Pixels, scale: number, { box, isInk }: { readonly box: Box; readonly isInk: IsInk }): Box {
  const inner = outerBox(box, page, scale);
  const reach = Math.ceil(CELL * scale);
  const isDrawn = (x: number, y: number) => isInk(page.data, (y * page.width + x) * 3);
  const along = (from: number, to: number, drawn: (at: number) => boolean) => {
    let count = 0;
    for (let at = from; at < to; at++) if (drawn(at)) count++;
    return count > (to - from) * SOLID;
  };
  const isRow = (y: number) => along(inner.left, inner.right, (x) => isDrawn(x, y));
  const isColumn = (x: number) => along(inner.top, inner.bottom, (y) => isDrawn(x, y));
  // From inside, so that a frame beyond a gap is left out.
  const edge = (from: number, step: 1 | -1, isPart: (at: number) => boolean) => {
    let at = from - step * reach;
    while (Math.abs(at - from) <= reach && isPart(at)) at += step;
    return at;
  };
  return {
    left: (edge(inner.left, -1, isColumn) + 1) / scale,
    right: edge(inner.right - 1, 1, isColumn) / scale,
    top: (edge(inner.top, -1, isRow) + 1) / scale,
    bottom: edge(inner.bottom - 1, 1, isRow) / scale,
  };
}

/** The boxes of connected parts of what is drawn on a page without its text, in steps of a cell, of which more than a share is drawn. */
export function drawnParts(page: Pixels, scale: number, isInk: IsInk = besides(WHITE), share = 0): Box[] {
  return [...componentsOf(gridOf(page, CELL * scale, isInk, share))].map(({ box: { left, top, right, bottom } }) => ({
    left: left * CELL,
    top: top * CELL,
    right: Math.min(page.width / scale, right * CELL),
    bottom: Math.min(page.height / scale, bottom * CELL),
  }));
}

/** Joins what overlaps or nearly touches, as parts of a diagram do, but not what is drawn around text with it. */
function joinParts(parts: readonly Box[], words: readonly Box[], isPlain: (box: Box) => boolean): Box[] {
  const bars = new Set(parts.filter(isPlain));
  const joined: Box[] = [];
  for (const part of parts) {
    let box = part;
    for (let at = joined.length - 1; at >= 0; at--) {
      const other = joined[at];
      const areBars = other && bars.has(box) && bars.has(other) && areBeside(box, other);
      const both = other && (areBars || isNear(box, other)) ? around([box, other]) : undefined;
      if (!both || isGround(both, words)) continue;
      box = both;
      if (areBars) bars.add(both);
      joined.splice(at, 1);
      at = joined.length;
    }
    joined.push(box);
  }
  return joined;
}

const isNear = (a: Box, b: Box) => Math.max(...gapsBetween(a, b)) <= NEAR;

/** How far apart two boxes are, across and down; less than nothing where they overlap. */
const gapsBetween = (a: Box, b: Box) => [
  Math.max(a.left, b.left) - Math.min(a.right, b.right),
  Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom),
];

/** Whether two areas of one colour each stand beside each other as the bars of a chart, which are wider than the gaps between them. */
function areBeside(a: Box, b: Box): boolean {
  const [across = 0, down = 0] = gapsBetween(a, b);
  const [width, height] = [Math.min(a.right - a.left, b.right - b.left), Math.min(a.bottom - a.top, b.bottom - b.top)];
  const isLevel = (from: number, to: number) => Math.abs(from - to) <= CELL;
  return (isLevel(a.bottom, b.bottom) && across < width) || (isLevel(a.left, b.left) && down < height);
}

/** Whether so much of it is text that it is the frame or ground of that text. */
function isGround(box: Box, words: readonly Box[]): boolean {
  const text = words.filter((word) => isMiddleIn(word, box)).reduce((sum, word) => sum + areaOf(word), 0);
  return text / areaOf(box) > MOST_TEXT;
}

/** Whether a pixel that begins at a place of the data is one of what is looked for. */
type IsInk = (data: Uint8Array, at: number) => boolean;

/** The pixels of what is drawn on grounds of some colours. */
const besides =
  (...colours: readonly number[]): IsInk =>
  (data, at) => {
    for (const colour of colours) if (!isOff(data, at, colour)) return false;
    return true;
  };

/** What is drawn on a page, in cells with a side of so many pixels, of which more than a share is drawn. */
export function gridOf({ width, height, data }: Pixels, side: number, isInk: IsInk = besides(WHITE), share = 0): Grid {
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const counts = new Uint32Array(columns * rows);
  const line = new Uint32Array(columns);
  for (let y = 0; y < height; y++) {
    if (y === 0 || !isLikeBefore(data, y, width * 3)) {
      line.fill(0);
      for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
        const column = Math.floor(x / side);
        if (isInk(data, at)) line[column] = (line[column] ?? 0) + 1;
      }
    }
    const row = Math.floor(y / side) * columns;
    for (let column = 0; column < columns; column++)
      counts[row + column] = (counts[row + column] ?? 0) + (line[column] ?? 0);
  }
  return { columns, rows, inked: Uint8Array.from(counts, (count) => (count > share * side ** 2 ? 1 : 0)) };
}

/** Whether a pixel is not of a colour. */
function isOff(data: Uint8Array, at: number, colour: number): boolean {
  for (let channel = 0, shift = 16; channel < 3; channel++, shift -= 8)
    if (Math.abs((data[at + channel] ?? 0) - ((colour >> shift) & 255)) > FAINT) return true;
  return false;
}
