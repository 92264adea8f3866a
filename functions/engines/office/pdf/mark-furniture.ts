import { type Line, type Page, textOf } from './page.ts';

/** The share of a page at its top and bottom for headers and footers. */
const EDGE = 0.11;
/** Lines at the same height differ by less, in points. */
const LEVEL = 4;
/** How many lines at the top and bottom of a page are compared. */
const MOST_LINES = 4;
/** The largest count of parts of a header or footer; more are a row of a table. */
const MOST_PARTS = 3;

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
  return pages.map((page) => {
    const edges = new Set(linesAtEdges(page));
    const isFurniture = (line: Line) =>
      edges.has(line) &&
      partsBeside(line, page) <= MOST_PARTS &&
      (isPageNumber(line, page) || keysOf(line, page).some((key) => (places.get(key)?.size ?? 0) >= least));
    return { ...page, lines: page.lines.map((line) => (isFurniture(line) ? { ...line, furniture: true } : line)) };
  });
}

function linesAtEdges({ lines, height }: Page): Line[] {
  const sorted = [...lines].sort((a, b) => a.top - b.top);
  const above = sorted.slice(0, MOST_LINES).filter(({ bottom }) => bottom < height * EDGE);
  const below = sorted.slice(-MOST_LINES).filter(({ top }) => top > height * (1 - EDGE));
  return [...above, ...below];
}

function partsBeside({ bottom }: Line, { lines }: Page): number {
  return lines.filter((other) => Math.abs(other.bottom - bottom) < LEVEL).length;
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
