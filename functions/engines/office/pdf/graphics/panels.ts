import { areaOf, around, type Box, fillOf, isMiddleIn, type Line, type Page } from '../page.ts';
import { joinRows } from '../words/join-lines.ts';
import { areBands, isBand, isTinted } from './fill-words.ts';
import { GROUND } from './find-pictures.ts';
import type { Rule } from './find-rules.ts';
import { colourAt, coloursIn, type Ground, hexOf, mostOf, outerBox } from './pixels.ts';

/** The least height of a panel at the side of a page, as a share of this, and the least count of lines in it, and of those beside it. */
const LEAST_SIDE = 0.4;
const LEAST_LINES = 5;
/** The least space between the edges of a panel of one colour and the text in it, above and below, in points. */
const PADDING = 6;
/** The least side of a panel in which something is drawn, in points, and the least and the largest share of it that is of one colour. */
const LEAST_FILLED = 60;
const [MOSTLY, NEARLY_ALL] = [0.4, 0.96];
const PLACES = 24;

/** A page with what is drawn on it. */
interface DrawnPage extends Pick<Page, 'width' | 'height'> {
  readonly lines: readonly Line[];
  readonly across: readonly Rule[];
  readonly ground: Ground;
}

/** Whether an area with text in it lies behind this as it is drawn; else it is a table, or as large as its text. */
export function isPanel(box: Box, page: DrawnPage): boolean {
  const { lines, across, ground } = page;
  const { pixels, scale } = ground;
  if (isBand(box, lines, pixels, scale) && (isSide(box, page) || isPadded(box, lines, ground))) return true;
  return isFilled(box, ground) && !areBands(box, across, lines, ground);
}

/** Whether an area is most of the page, or a column of its own, as at the side of a CV, with text in it and beside it. */
function isSide(box: Box, { lines, width, height }: DrawnPage): boolean {
  if (areaOf(box) > GROUND * width * height) return true;
  if (box.bottom - box.top < height * LEAST_SIDE) return false;
  const level = lines.filter((line) => line.top > box.top && line.bottom < box.bottom);
  const within = level.filter((line) => line.left > box.left && line.right < box.right);
  const beside = level.filter((line) => line.left > box.right || line.right < box.left);
  return within.length >= LEAST_LINES && beside.length >= LEAST_LINES;
}

/** Whether an area of one colour is larger than the text in it, as the head of a letter or a logo is, and no row of a table. */
function isPadded(box: Box, lines: readonly Line[], { pixels, scale }: Ground): boolean {
  const rows = joinRows(lines.filter((line) => isMiddleIn(line, box)));
  if (rows.length === 0) return false;
  const { left, top, bottom } = around(rows.flat());
  const [above, below] = [top - PADDING, bottom + PADDING].map((y) =>
    hexOf(colourAt(pixels, Math.floor(left * scale), Math.floor(y * scale))),
  );
  if (above !== below || above !== fillOf(rows.flat().flatMap(({ runs }) => runs))) return false;
  return rows.every(({ length }) => length === 1) || (rows.length > 1 && rows.every(({ length }) => length < 3));
}

/** Whether a large area is mostly of one colour, with something drawn in it, as a chart with its names. */
function isFilled(box: Box, { pixels, scale }: Ground): boolean {
  if (Math.min(box.right - box.left, box.bottom - box.top) < LEAST_FILLED) return false;
  const { colour, count } = mostOf(coloursIn(pixels, outerBox(box, pixels, scale), PLACES));
  return isTinted(colour) && count > MOSTLY * PLACES ** 2 && count < NEARLY_ALL * PLACES ** 2;
}
