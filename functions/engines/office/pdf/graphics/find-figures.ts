import { areaOf, around, type Box, isMiddleIn, isWithin, type Line, overlaps, textOf, widen } from '../page.ts';
import { countWords, type Figure, figureWith } from './figure.ts';

/** The beginning of what is said of a figure. */
const FIGURE = /^(?:fig\.|figure|figura|figur|abb\.|abbildung|рис\.|рисунок|그림|図|图)\s*[\dIVXA-Z]/i;
/** How far a figure is from its caption, and its parts and words from each other, in points. */
const NEAR_CAPTION = 36;
const NEAR = 16;
/** The least side of something in it that is no rule, in points, and the largest share of a page that it is. */
const LEAST_SIDE = 16;
const MOST_OF_PAGE = 0.7;
/** The least count of lines of words in a figure, and the largest share of them that is in a list. */
const LEAST_LINES = 3;
const MOST_LISTED = 0.5;
/** How far edges of lines below each other are from each other, in points, and these, by the height of a line. */
const ALIGNED = 1.5;
const LIST_STEP = 2.5;
const PARAGRAPH_STEP = 1.8;
/** A line of more words than these is of a paragraph, and one of at least so many that is next to another like it. */
const LONG = 8;
const SHORT = 4;
/** Pages with more lines are not looked at, nor those where this is less than the captions, times what is drawn, times the lines of text. */
const MOST_LINES = 2000;
const MOST_WORK = 5_000_000;
/** How often what is near to a figure is looked for. */
const MOST_PASSES = 20;

/**
 * Finds figures by their captions: what is drawn beside one, with the words in it, where these are scattered, as those of
 * a diagram, not the lines of a text or a table.
 * @param partsOf finds the parts of what is drawn on the page without its words
 */
export function findFigures(
  { upright, width, height }: { readonly width: number; readonly height: number; readonly upright: readonly Line[] },
  partsOf: () => readonly Box[],
): Figure[] {
  const captions = upright.filter((line) => FIGURE.test(textOf(line)));
  if (captions.length === 0 || upright.length > MOST_LINES) return [];
  const parts = partsOf();
  const texts = textsOf(upright);
  const known = new Set(texts);
  const isFree = (box: Box) => !texts.some((text) => overlaps(text, box));
  const items = [...parts, ...upright.filter((line) => !known.has(line))];
  if (captions.length * items.length * texts.length > MOST_WORK) return [];
  const figures: Figure[] = [];
  for (const { left, right, top, bottom } of captions) {
    const places = [
      { left, right, top: top - NEAR_CAPTION, bottom: top },
      { left, right, top: bottom, bottom: bottom + NEAR_CAPTION },
    ];
    for (const place of places) {
      const seeds = parts.filter((part) => overlaps(part, place) && isFree(part));
      const figure = seeds.length > 0 ? figureWith(grow(around(seeds), items, isFree), upright) : undefined;
      if (!figure || areaOf(figure) > width * height * MOST_OF_PAGE || !isDrawing(figure, parts)) continue;
      if (!figures.some((other) => overlaps(other, figure))) figures.push(figure);
      break;
    }
  }
  return figures;
}

/** The lines of captions and paragraphs. */
function textsOf(lines: readonly Line[]): Line[] {
  const longer = lines.filter((line) => countWords(line) >= SHORT);
  const texts = longer.filter(
    (line) => countWords(line) > LONG || longer.some((other) => isNextTo(line, other, PARAGRAPH_STEP)),
  );
  return [...texts, ...lines.filter((line) => FIGURE.test(textOf(line)))];
}

/** A box with all that is near to it, and to what is near, as long as the whole is free of text. */
function grow(start: Box, items: readonly Box[], isFree: (box: Box) => boolean): Box {
  let [box, left] = [start, items];
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const others = left.filter((item) => {
      if (!overlaps(item, widen(box, NEAR))) return true;
      const both = around([box, item]);
      if (!isFree(both)) return true;
      box = both;
      return false;
    });
    if (others.length === left.length) break;
    left = others;
  }
  return box;
}

/** Whether there is more than rules in a figure, and its words are scattered. */
function isDrawing(figure: Figure, parts: readonly Box[]): boolean {
  const { lines } = figure;
  const beyond = widen(figure, NEAR);
  // What goes on beyond it, with text between, is more than this figure.
  if (parts.some((part) => overlaps(part, figure) && !isWithin(part, beyond))) return false;
  const isLarge = ({ left, right, top, bottom }: Box) => Math.min(right - left, bottom - top) >= LEAST_SIDE;
  if (lines.length < LEAST_LINES || !parts.some((part) => isMiddleIn(part, figure) && isLarge(part))) return false;
  const listed = lines.filter((line) => lines.some((other) => isNextTo(line, other, LIST_STEP)));
  return listed.length <= lines.length * MOST_LISTED;
}

/** Whether a line is above or below another, with the same left or right edge. */
function isNextTo(line: Line, other: Line, most: number): boolean {
  const step = Math.abs(other.top - line.top);
  if (step < 1 || step > most * (line.bottom - line.top)) return false;
  return Math.abs(other.left - line.left) < ALIGNED || Math.abs(other.right - line.right) < ALIGNED;
}
