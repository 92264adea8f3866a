import { areaOf, around, type Box, isMiddleIn } from '../page.ts';
import { componentsOf, type Grid } from './components.ts';
import { isLikeBefore, type Pixels } from './pixels.ts';

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
const GROUND = 0.6;
/** The least difference from the colour of the sheet of a visible one. */
const FAINT = 20;
const WHITE = 0xffffff;
/** Parts nearer than this may be one picture, in points. */
const NEAR = 8;
/** More parts than this are not looked at for what belongs together. */
const MOST_PARTS = 2000;
/** Nor are they when this is less than the pairs of them, times the words of the page. */
const MOST_WORK = 1_000_000_000;
/** A page with more of them is a picture as a whole. */
const MOST_FOUND = 5000;

/** How pictures are told from what is drawn around text. */
interface Surroundings {
  /** The colour behind all else. @default white */
  readonly sheet?: number;
  /** Whether something is one, whatever text is in it. */
  readonly isPanel?: (box: Box) => boolean;
}

/**
 * Finds the pictures on a page that is drawn without its text: photos, diagrams, logos; not the lines of tables.
 * @param scale pixels to a point
 */
export function findPictures(
  page: Pixels,
  scale: number,
  words: readonly Box[],
  { sheet = WHITE, isPanel = () => false }: Surroundings = {},
): Drawn[] {
  const [width, height] = [page.width / scale, page.height / scale];
  const parts = drawnParts(page, scale, sheet);
  if (parts.length > MOST_FOUND) return [{ left: 0, top: 0, right: width, bottom: height, behind: true }];
  const many = parts.length > MOST_PARTS || parts.length ** 2 * words.length > MOST_WORK;
  const pictures = many ? parts : joinParts(parts, words);
  return pictures
    .filter((box) => box.right - box.left >= LEAST_SIDE && box.bottom - box.top >= LEAST_SIDE)
    .filter((box) => !isGround(box, words) || isPanel(box))
    .map((box) => ({ ...box, behind: areaOf(box) > width * height * GROUND }));
}

/** The boxes of connected parts of what is drawn on a page without its text, in steps of a cell. */
export function drawnParts(page: Pixels, scale: number, sheet = WHITE): Box[] {
  return [...componentsOf(gridOf(page, CELL * scale, sheet))].map(({ box: { left, top, right, bottom } }) => ({
    left: left * CELL,
    top: top * CELL,
    right: Math.min(page.width / scale, right * CELL),
    bottom: Math.min(page.height / scale, bottom * CELL),
  }));
}

/** Joins what overlaps or nearly touches, as parts of a diagram do, but not what is drawn around text with it. */
function joinParts(parts: readonly Box[], words: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const part of parts) {
    let box = part;
    for (let at = joined.length - 1; at >= 0; at--) {
      const other = joined[at];
      const both = other && isNear(box, other) ? around([box, other]) : undefined;
      if (!both || isGround(both, words)) continue;
      box = both;
      joined.splice(at, 1);
      at = joined.length;
    }
    joined.push(box);
  }
  return joined;
}

function isNear(a: Box, b: Box): boolean {
  return a.left <= b.right + NEAR && b.left <= a.right + NEAR && a.top <= b.bottom + NEAR && b.top <= a.bottom + NEAR;
}

/** Whether so much of it is text that it is the frame or ground of that text. */
function isGround(box: Box, words: readonly Box[]): boolean {
  const text = words.filter((word) => isMiddleIn(word, box)).reduce((sum, word) => sum + areaOf(word), 0);
  return text / areaOf(box) > MOST_TEXT;
}

/** What is drawn on a page, in cells with a side of so many pixels. */
export function gridOf({ width, height, data }: Pixels, side: number, sheet = WHITE): Grid {
  const [red, green, blue] = [sheet >> 16, (sheet >> 8) & 255, sheet & 255];
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const inked = new Uint8Array(columns * rows);
  for (let y = 0; y < height; y++) {
    const row = Math.floor(y / side) * columns;
    const isFirst = y === 0 || row !== Math.floor((y - 1) / side) * columns;
    if (!isFirst && isLikeBefore(data, y, width * 3)) continue;
    for (let x = 0, at = y * width * 3; x < width; x++, at += 3) {
      const off = Math.max(
        Math.abs((data[at] ?? red) - red),
        Math.abs((data[at + 1] ?? green) - green),
        Math.abs((data[at + 2] ?? blue) - blue),
      );
      if (off > FAINT) inked[row + Math.floor(x / side)] = 1;
    }
  }
  return { columns, rows, inked };
}
