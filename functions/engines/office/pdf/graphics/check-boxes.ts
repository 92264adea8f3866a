import { around, type Box, chunkWhile, type Line, sizeOf } from '../page.ts';
import { componentsOf, type Grid, inkIn } from './components.ts';
import { groupNear, NEAR_RULES } from './find-rules.ts';
import { type Ground, inPoints, type PixelBox } from './pixels.ts';

/** A box or circle to mark. */
export interface CheckBox extends Box {
  readonly sign: '☐' | '☒' | '○' | '◉';
}

/** Pixels that are darker in one of their channels are of lines. */
const DARK = 200;
/** The shortest and longest side of a box, and by how much they differ at most, in points. */
const SIDES = { least: 6.5, most: 20, differ: 1.5 };
/** How far from its edge the line around a box is searched, in points, and how much of its side that is at least. */
const EDGE = 1.5;
const LEAST_EDGE = 0.75;
/** The parts of the sides of a box where its line is, and of a circle where only this touches its box, and where nothing is. */
const STRAIGHT = { from: 0.2, to: 0.8 };
const ROUND = { from: 0.4, to: 0.6 };
const CORNER = 0.12;
/** How far from its sides a mark is, as a share of these, and how much of what is there is drawn at least. */
const WITHIN = 0.28;
const LEAST_MARKED = 0.06;
/** What is drawn of more of itself is a bullet. */
const MOST_FILLED = { box: 0.95, circle: 0.7 };
/** The most boxes below each other that touch. */
const MOST_STACKED = 60;
/** A page with more of them is a picture. */
const MOST = 1000;
/** How far from a text a box is at most, and how far it may reach over it, in points; and how high it is, by the size of its letters. */
const NEAR = 16;
const OVER = -1;
const MOST_OF_SIZE = 2;
/** How many boxes below or beside each other are so without text beside them, and how exactly they are so. */
const LEAST_ALONE = 2;
const LEVEL = 1.5;
/** The bound on comparisons, above which there are none. */
const MOST_WORK = 20_000_000;

/** Finds boxes and circles to mark, which are drawn. */
export function findCheckBoxes({ pixels, scale }: Ground): CheckBox[] {
  const found: CheckBox[] = [];
  const ink = inkIn(pixels, DARK);
  for (const component of componentsOf(ink)) {
    for (const box of stackedIn(component.box, scale)) {
      const sign = signOf(ink, box, scale);
      if (sign === undefined) continue;
      found.push({ ...inPoints(box, scale), sign });
    }
    if (found.length > MOST) return [];
  }
  return found;
}

/** The squares of the size of boxes in a column, which may touch each other; none where its sides are others. */
function stackedIn(column: PixelBox, scale: number): PixelBox[] {
  const [width, height] = [(column.right - column.left) / scale, (column.bottom - column.top) / scale];
  if (width < SIDES.least || width > SIDES.most) return [];
  const count = Math.min(MOST_STACKED, Math.round(height / width));
  const side = height / count;
  if (Math.abs(width - side) > SIDES.differ || side < SIDES.least || side > SIDES.most) return [];
  return Array.from({ length: count }, (_, at) => {
    const top = column.top + Math.round(at * side * scale);
    return { ...column, top, bottom: column.top + Math.round((at + 1) * side * scale) };
  });
}

/** What is drawn, if it is a box or circle to mark. */
function signOf({ columns, inked }: Grid, box: PixelBox, scale: number): CheckBox['sign'] | undefined {
  const side = box.right - box.left;
  const edge = Math.max(1, Math.round(EDGE * scale));
  const isInk = (x: number, y: number) => (inked[y * columns + x] ?? 0) > 0;
  /** How much of a part of a side has a line near the edge. */
  const drawn = (place: (along: number, off: number) => boolean, { from, to }: { from: number; to: number }) => {
    const [start, end] = [Math.floor(from * side), Math.ceil(to * side)];
    let count = 0;
    for (let along = start; along < end; along++) {
      let isDrawn = false;
      for (let off = 0; off < edge && !isDrawn; off++) isDrawn = place(along, off);
      if (isDrawn) count++;
    }
    return count / (end - start);
  };
  const sides = [
    (along: number, off: number) => isInk(box.left + along, box.top + off),
    (along: number, off: number) => isInk(box.left + along, box.bottom - 1 - off),
    (along: number, off: number) => isInk(box.left + off, box.top + along),
    (along: number, off: number) => isInk(box.right - 1 - off, box.top + along),
  ];
  const least = (part: { from: number; to: number }) => Math.min(...sides.map((place) => drawn(place, part)));
  const corners = Math.max(...sides.map((place) => drawn(place, { from: 0, to: CORNER })));
  const isBox = least(STRAIGHT) >= LEAST_EDGE && corners > 0;
  const isCircle = !isBox && least(ROUND) >= LEAST_EDGE && corners === 0;
  if (!isBox && !isCircle) return undefined;
  /** How much is drawn of what is so far from its sides. */
  const shareOf = (off: number) => {
    let [count, all] = [0, 0];
    for (let y = box.top + off; y < box.bottom - off; y++)
      for (let x = box.left + off; x < box.right - off; x++, all++) if (isInk(x, y)) count++;
    return count / Math.max(1, all);
  };
  if (shareOf(0) > (isBox ? MOST_FILLED.box : MOST_FILLED.circle)) return undefined;
  const isMarked = shareOf(Math.ceil(WITHIN * side)) >= LEAST_MARKED;
  if (isBox) return isMarked ? '☒' : '☐';
  return isMarked ? '◉' : '○';
}

/** The rows and columns of boxes that nearly touch, whose edges are no lines of a table. */
export const rowsOfBoxes = (boxes: readonly CheckBox[]): Box[] =>
  (['top', 'left'] as const).flatMap((side) => {
    const [start, end] = side === 'top' ? (['left', 'right'] as const) : (['top', 'bottom'] as const);
    return groupNear(boxes, (box) => box[side]).flatMap(({ items }) =>
      chunkWhile(
        items.sort((a, b) => a[start] - b[start]),
        (last, next) => next[start] - last[end] <= NEAR_RULES,
      ).map(around),
    );
  });

/** The boxes beside words, and those in a row or column of boxes beside a text, as words in the look of those. */
export function placeCheckBoxes(boxes: readonly CheckBox[], words: readonly Line[]): Line[] {
  if (boxes.length * (boxes.length + words.length) > MOST_WORK) return [];
  return boxes.flatMap(({ sign, ...box }): Line[] => {
    const level = words.filter((word) => isLevel(word, box));
    if (level.some((word) => gapTo(word, box) <= OVER)) return [];
    const near = level.filter((word) => gapTo(word, box) < NEAR);
    const like = near.find((word) => word.left >= box.right) ?? near[0];
    const before = like ?? (isInRow(box, boxes) ? level.find((word) => word.right <= box.left) : undefined);
    const [run] = before?.runs ?? [];
    if (!run) return [];
    const { top, bottom } = like ?? box;
    const runs = [{ text: sign, font: run.font, bold: run.bold, italic: false }];
    return [{ ...box, top, bottom, runs, ...(like?.tag && { tag: like.tag }) }];
  });
}

const gapTo = (word: Box, box: Box) => Math.max(word.left - box.right, box.left - word.right);

function isLevel(word: Line, { top, bottom }: Box): boolean {
  const middle = (top + bottom) / 2;
  return middle > word.top && middle < word.bottom && bottom - top < MOST_OF_SIZE * sizeOf(word);
}

/** Whether a box stands with others as large as it in a row or column. */
function isInRow(box: Box, boxes: readonly CheckBox[]): boolean {
  const isSame = (a: number, b: number) => Math.abs(a - b) < LEVEL;
  const alike = boxes.filter((other) => isSame(other.right - other.left, box.right - box.left));
  const count = (side: 'left' | 'top') => alike.filter((other) => isSame(other[side], box[side])).length;
  return Math.max(count('left'), count('top')) >= LEAST_ALONE;
}
