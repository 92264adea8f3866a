import { type Line, median, type Page, textOf } from '../page.ts';
import { joinRows } from '../words/join-lines.ts';

/** The share of a page at its top and bottom for headers and footers; those of many pages may stand further inside, in points. */
const EDGE = 0.11;
const WIDE_EDGE = 0.17;
const LEAST_EDGE = 72;
/** The share of pages that have such a header; fewer have the title of a slide. */
export const MANY = 0.35;
/** Lines at the same height differ by less, in points. */
const LEVEL = 4;
/** How many rows at the top and bottom of a page are compared. */
const MOST_ROWS = 4;
/** The largest count of parts of a header or footer; more are a row of a table, but for words at the bottom. */
const MOST_PARTS = 3;

/** How many lines of a page are numbered at least, the share of them that are one text, and the length of lines of text. */
const LEAST_NUMBERS = 10;
const MOSTLY = 0.8;
const LONG = 30;
const LINE_NUMBER = /^\s*\d{1,2}\s*$/;

const PAGE_NUMBER = /^(?:(?:page|seite|p\.) ?)?[-\u2013]? ?\d{1,4}(?: ?[-\u2013]| ?(?:of|\/|von) ?\d{1,4})?$/i;

/** Marks headers and footers: lines at the edge of most pages that differ only in numbers. */
export function markFurniture<P extends Page>(pages: readonly P[]): P[] {
  const places = new Map<string, Set<number>>();
  for (const [index, page] of pages.entries()) {
    for (const line of linesAtEdges(page)) {
      for (const key of keysOf(line, page)) places.set(key, (places.get(key) ?? new Set()).add(index));
    }
  }
  const least = Math.max(2, Math.min(pages.length * 0.4, 3));
  const many = Math.max(3, pages.length * MANY);
  const numbered = pages.map(lineNumbersOf);
  const areNumbered = numbered.filter(({ size }) => size > 0).length > 1;
  return pages.map((page, index) => {
    const edges = new Set(linesAtEdges(page));
    const isFurniture = (line: Line) => {
      if (areNumbered && numbered[index]?.has(line)) return true;
      if (!edges.has(line) || isRow(line, page)) return false;
      const needed = isOutside(line, page.height * EDGE, page) ? least : many;
      return isPageNumber(line, page) || keysOf(line, page).some((key) => (places.get(key)?.size ?? 0) >= needed);
    };
    return { ...page, lines: page.lines.map((line) => (isFurniture(line) ? { ...line, furniture: true } : line)) };
  });
}

function linesAtEdges(page: Page): Line[] {
  const edge = Math.max(page.height * WIDE_EDGE, LEAST_EDGE);
  const rows = joinRows(page.lines);
  return [...rows.slice(0, MOST_ROWS), ...rows.slice(-MOST_ROWS)].flat().filter((line) => isOutside(line, edge, page));
}

const isOutside = ({ top, bottom }: Line, edge: number, { height }: Page) => bottom < edge || top > height - edge;

function isRow({ top, bottom }: Line, { lines, height }: Page): boolean {
  const parts = lines.filter((other) => Math.abs(other.bottom - bottom) < LEVEL);
  return parts.length > MOST_PARTS && !(top > height / 2 && parts.every((part) => /\p{L}/u.test(textOf(part))));
}

/** The numbers of lines, as bills and transcripts have them: beside lines of text, from 1 on each page. */
function lineNumbersOf({ lines }: Page): Set<Line> {
  const left = median(lines.filter((line) => textOf(line).length > LONG).map((line) => line.left));
  const rows = joinRows(lines).filter(([first]) => first && first.right < left && LINE_NUMBER.test(textOf(first)));
  const numbers = rows.flatMap(([first]) => first ?? []);
  const whole = rows.filter(({ length }) => length < 3);
  const counted = numbers.every((line, at) => Number(textOf(line)) === at + 1);
  const areLines = counted && rows.length >= LEAST_NUMBERS && whole.length > rows.length * MOSTLY;
  return new Set(areLines ? numbers : []);
}

/** Keys of the text without numbers and the position of a line; a line between two positions has both keys. */
function keysOf(line: Line, { height }: Page): string[] {
  const said = textOf(line).trim().replace(/\d+/g, '#');
  const place = (line.top < height / 2 ? line.top : line.top - height) / LEVEL;
  return [Math.floor(place), Math.floor(place + 0.5) + 0.5].map((at) => `${at} ${said}`);
}

function isPageNumber(line: Line, { height }: Page): boolean {
  return line.top > height * (1 - EDGE) && PAGE_NUMBER.test(textOf(line).trim());
}
