import { areaOf, around, type Box, isMiddleIn, overlaps, widen } from '../page.ts';
import { componentsOf, type Grid } from './components.ts';
import { AT_EDGE, differs, type Rule, type Rules } from './find-rules.ts';
import { colourAt, differenceOf, type Ground, inPoints, isLikeBefore, type Pixels } from './pixels.ts';

/** The side of a cell of the search grid, in points. */
const CELL = 4;
/** The least share of a cell that is neither plain nor a line, and by how much colours differ there. */
const LEAST_TEXTURE = 0.05;
const DIFFERENT = 24;
/** The smallest side of a picture, in points, and the largest share of a page: those in cells are smaller. */
const LEAST_SIDE = 11;
const MOST_OF_PAGE = 0.25;
/** Every so many pixels are looked at for the colours that areas of a page have, which are a share of it each. */
const STEP = 4;
const LEAST_OF_PAGE = 0.02;
const MOST_COLOURS = 8;
const WHITE = 0xffffff;
/** A picture goes on where so much of a line of pixels beside it is of no such colour, and ends where this is hardly any. */
const GOES_ON = 0.5;
const HARDLY = 0.03;
/** How many pixels are looked at for where pictures end, as a multiple of those of the page, and so many seeds at most. */
const MOST_WORK = 4;
const MOST_SEEDS = 2000;
/** Parts nearer than this are of one picture, in points, if no line is drawn between them. */
const NEAR = 10;
/** The bound on comparisons, above which parts stay as they are. */
const MOST_COMPARED = 20_000_000;

/** Finds photos, logos and icons without words in them, as stand in cells of tables. */
export function findInlinePictures({ pixels, scale }: Ground, words: readonly Box[], rules: Rules): Box[] {
  const grounds = coloursOfAreas(pixels);
  const isGround = (x: number, y: number) => {
    const colour = colourAt(pixels, x, y);
    return grounds.some((ground) => differenceOf(ground, colour) < DIFFERENT);
  };
  const area = { left: 0, top: 0, right: pixels.width, bottom: pixels.height };
  const found: Box[] = [];
  let work = MOST_WORK * areaOf(area);
  const seeds = [...componentsOf(textureOf(pixels, CELL * scale))].slice(0, MOST_SEEDS);
  for (const { box } of seeds) {
    const side = CELL * scale;
    const seed = { left: box.left * side, top: box.top * side, right: box.right * side, bottom: box.bottom * side };
    if (found.some((other) => isMiddleIn(seed, other))) continue;
    const grown = fitTo(roundedIn(seed, area), area, (x, y) => {
      work--;
      return isGround(x, y);
    });
    if (work < 0) return [];
    found.push(grown);
  }
  const whole = found
    .sort((a, b) => areaOf(b) - areaOf(a))
    .filter((box, at) => !found.slice(0, at).some((larger) => isMiddleIn(box, larger)));
  const boxes = joinNear(
    whole.map((box) => inPoints(box, scale)),
    rules,
  );
  const most = (MOST_OF_PAGE * areaOf(area)) / scale ** 2;
  return boxes.filter(
    (box) =>
      Math.min(box.right - box.left, box.bottom - box.top) >= LEAST_SIDE &&
      areaOf(box) < most &&
      !words.some((word) => isMiddleIn(word, box)),
  );
}

/** Joins parts that nearly touch, as the letters of a logo, where no line is drawn between them. */
function joinNear(parts: readonly Box[], { across, down }: Rules): Box[] {
  const isParted = (a: Box, b: Box) => {
    const { left, top, right, bottom } = around([a, b]);
    const [x, y] = [
      [Math.min(a.right, b.right), Math.max(a.left, b.left)],
      [Math.min(a.bottom, b.bottom), Math.max(a.top, b.top)],
    ];
    const isBetween = ({ at, from, to }: Rule, [start = 0, end = 0]: number[], low: number, high: number) =>
      at > start - AT_EDGE && at < end + AT_EDGE && to - from > high - low;
    return (
      down.some((rule) => isBetween(rule, x, top, bottom)) || across.some((rule) => isBetween(rule, y, left, right))
    );
  };
  if (parts.length ** 2 * (across.length + down.length) > MOST_COMPARED) return [...parts];
  const joined: Box[] = [];
  for (const part of parts) {
    let box = part;
    for (let at = joined.length - 1; at >= 0; at--) {
      const other = joined[at];
      if (!other || !overlaps(widen(box, NEAR), other) || isParted(box, other)) continue;
      box = around([box, other]);
      joined.splice(at, 1);
      at = joined.length;
    }
    joined.push(box);
  }
  return joined;
}

/** White, and the colours of large areas. */
function coloursOfAreas(pixels: Pixels): number[] {
  const counts = new Map<number, number>();
  let all = 0;
  for (let y = 0; y < pixels.height; y += STEP)
    for (let x = 0; x < pixels.width; x += STEP, all++) {
      const colour = colourAt(pixels, x, y);
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  const large = [...counts].filter(([, count]) => count >= LEAST_OF_PAGE * all).sort(([, a], [, b]) => b - a);
  return [WHITE, ...large.slice(0, MOST_COLOURS).map(([colour]) => colour)];
}

/** The cells with pixels that differ from those above as well as from those before them, as none do in areas and along lines. */
function textureOf({ width, height, data }: Pixels, side: number): Grid {
  const [columns, rows] = [Math.ceil(width / side), Math.ceil(height / side)];
  const counts = new Uint16Array(columns * rows);
  const row = width * 3;
  for (let y = 1; y < height; y++) {
    if (isLikeBefore(data, y, row)) continue;
    const first = Math.floor(y / side) * columns;
    for (let x = 1, at = y * row + 3; x < width; x++, at += 3) {
      if (!differs(data, at, at - row, DIFFERENT) || !differs(data, at, at - 3, DIFFERENT)) continue;
      const cell = first + Math.floor(x / side);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  }
  return { columns, rows, inked: Uint8Array.from(counts, (count) => (count >= LEAST_TEXTURE * side ** 2 ? 1 : 0)) };
}

const roundedIn = ({ left, top, right, bottom }: Box, area: Box): Box => ({
  left: Math.round(left),
  top: Math.round(top),
  right: Math.min(area.right, Math.round(right)),
  bottom: Math.min(area.bottom, Math.round(bottom)),
});

/** Moves the sides of a box of pixels to where the picture ends that they are in. */
function fitTo(seed: Box, area: Box, isGround: (x: number, y: number) => boolean): Box {
  const box = { ...seed };
  /** How much of a row or column of pixels of the box is of the picture. */
  const drawn = (at: number, across: boolean) => {
    const [from, to] = across ? [box.left, box.right] : [box.top, box.bottom];
    let count = 0;
    for (let along = from; along < to; along++) if (!(across ? isGround(along, at) : isGround(at, along))) count++;
    return count / Math.max(1, to - from);
  };
  const moved = () => {
    const before = areaOf(box);
    while (box.left > area.left && drawn(box.left - 1, false) > GOES_ON) box.left--;
    while (box.right < area.right && drawn(box.right, false) > GOES_ON) box.right++;
    while (box.top > area.top && drawn(box.top - 1, true) > GOES_ON) box.top--;
    while (box.bottom < area.bottom && drawn(box.bottom, true) > GOES_ON) box.bottom++;
    return areaOf(box) > before;
  };
  while (moved());
  while (box.left < box.right && drawn(box.left, false) < HARDLY) box.left++;
  while (box.right > box.left && drawn(box.right - 1, false) < HARDLY) box.right--;
  while (box.top < box.bottom && drawn(box.top, true) < HARDLY) box.top++;
  while (box.bottom > box.top && drawn(box.bottom - 1, true) < HARDLY) box.bottom--;
  return box;
}
