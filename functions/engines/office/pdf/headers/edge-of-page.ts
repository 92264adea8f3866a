import type { Divider } from '../graphics/find-dividers.ts';
import { around, contentOf, isGround, type Line, type Page, type PagePicture, textOf } from '../page.ts';
import { joinRows, type Row } from '../words/join-lines.ts';
import type { Edge, Header } from './header.ts';
import { pictureKey } from './join-pictures.ts';

/** A header may overlap the text by so much, in points. */
const OVERLAP = 1;
/** The least that is free above a footer, in points: LibreOffice lays out pictures in columns without end that do not fit above it. */
const ABOVE_FOOTER = 6;
/** How far a line across the page may be from a header or footer, on the side that is not that of the text, in points. */
const NEAR = 12;
/** The largest distance of rows of a header, in points. */
const MOST_FREE = 24;
/** The longest header, in characters. */
const LONGEST = 1000;
/** The share of a page at its top and bottom for pictures of headers and footers. */
const PICTURES = 0.25;

/**
 * The header or footer of a page, if it has one that stands clear of all else. All pictures are of the header, wherever they are.
 * @param repeated the keys of pictures that are in the same place on other pages
 */
export function edgeOfPage(page: Page, edge: Edge, repeated: ReadonlySet<string>): Header | undefined {
  const isHeader = edge === 'header';
  const own = new Set(page.pictures.filter((picture) => repeated.has(pictureKey(picture)) && isOutside(picture, page)));
  const others = contentOf({
    ...page,
    lines: page.lines.filter(({ furniture }) => !furniture),
    pictures: page.pictures.filter((picture) => !own.has(picture)),
  });
  const middle = page.height / 2;
  const { top, bottom } = around(others);
  const isClear = (line: Line) =>
    isHeader ? line.bottom < Math.min(middle, top + OVERLAP) : line.top > Math.max(middle, bottom + ABOVE_FOOTER);
  const rows = joinRows(page.lines.filter((line) => line.furniture && isClear(line)));
  const lines = (isHeader ? connected(rows) : connected(rows.toReversed()).reverse()).flat();
  const pictures = isHeader ? [...own] : [];
  const length = lines.reduce((sum, line) => sum + textOf(line).length, 0);
  if (lines.length + pictures.length === 0 || length > LONGEST) return undefined;
  const box = around(lines);
  const [from, to] = isHeader ? [box.top - NEAR, Math.min(top, middle)] : [Math.max(bottom, middle), box.bottom + NEAR];
  const isNear = ({ at }: Divider) => at > from && at < to;
  return { lines, dividers: (page.dividers ?? []).filter(isNear), pictures };
}

/** The rows at the edge of the page up to where more than a few lines are free. */
function connected(rows: readonly Row[]): Row[] {
  const end = rows.findIndex((row, at) => at > 0 && distance(row, rows[at - 1] ?? row) > MOST_FREE);
  return end < 0 ? [...rows] : rows.slice(0, end);
}

function distance(a: Row, b: Row): number {
  const [one, other] = [around(a), around(b)];
  return Math.max(one.top - other.bottom, other.top - one.bottom);
}

/** Whether a picture is behind the text, above it or below it. */
function isOutside(picture: PagePicture, page: Page): boolean {
  const edge = page.height * PICTURES;
  return isGround(picture, page) || picture.bottom < edge || picture.top > page.height - edge;
}
