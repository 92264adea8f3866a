import type { Paragraph } from '../blocks/block.ts';
import { buildParagraphs } from '../blocks/build-paragraphs.ts';
import { dividePage, isRegion } from '../blocks/divide-page.ts';
import { around, type Box, chunkWhile, isEntry, type Line, type Page, sizeOf } from '../page.ts';
import { joinRows, type Row } from '../words/join-lines.ts';

/** A text box of a slide; its paragraphs are indented from its left side. */
export interface SlideText extends Box {
  readonly paragraphs: readonly Paragraph[];
  /** Whether it is the title of the slide. */
  readonly title: boolean;
  /** Whether it runs upwards. */
  readonly rotated: boolean;
}

/** More room than this between two paragraphs, by the height of their lines, parts two boxes. */
const APART = 1.2;
/** The share of a slide, from its top, in which its title begins. */
const TITLE_PLACE = 0.45;

/** The boxes of text on a slide: paragraphs and lists in one, and what stands beside each other in several. */
export function textsOfSlide(page: Page): SlideText[] {
  const regions = dividePage({ lines: page.lines, pictures: [], tables: [] }).flatMap((part) =>
    isRegion(part) ? [part] : part.columns.flat(),
  );
  const groups = regions.flatMap(({ lines }) => groupRows(joinRows(lines)).flatMap(groupParagraphs));
  const [first] = groups.toSorted((a, b) => around(a).top - around(b).top);
  const title = first?.[0]?.level !== undefined && around(first).top < page.height * TITLE_PLACE ? first : undefined;
  const upright = groups.map((paragraphs) => ({
    ...around(paragraphs),
    paragraphs,
    title: paragraphs === title,
    rotated: false,
  }));
  return [...upright, ...(page.rotated ?? []).map(rotatedText)];
}

/** A text that runs upwards: its box is that on the slide, its paragraph as if it were level. */
function rotatedText(line: Line): SlideText {
  const { left, top, right, bottom } = line;
  const level = { left: 0, top: 0, right: bottom - top, bottom: right - left, runs: line.runs };
  const paragraphs = buildParagraphs([[level]], level).map((paragraph) => ({ ...paragraph, align: 'start' as const }));
  return { left, top, right, bottom, paragraphs, title: false, rotated: true };
}

/** Rows that can be of one text; what stands beside each other is not, but for marks of a list and its entries. */
function groupRows(rows: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let open: Row[] = [];
  for (const row of rows) {
    if (row.length === 1 || isEntry(row)) open.push(row);
    else {
      groups.push(open, ...row.map((line) => [[line]]));
      open = [];
    }
  }
  return [...groups, open].filter((group) => group.length > 0);
}

function groupParagraphs(rows: readonly Row[]): Paragraph[][] {
  const edges = around(rows.flat());
  const groups = chunkWhile(buildParagraphs(rows, edges), isFollowed);
  return groups.map((group) => indent(group, around(group).left - edges.left));
}

function isFollowed(above: Paragraph, below: Paragraph): boolean {
  const [first, second] = [above.lines[0], below.lines[0]];
  if (!first || !second || above.align !== below.align || above.level !== below.level) return false;
  const larger = Math.max(sizeOf(first), sizeOf(second)) / Math.min(sizeOf(first), sizeOf(second));
  return larger < 1.3 && below.top - above.bottom < APART * above.leading;
}

/** Paragraphs with their indents from the left side of their box, which is so much further in than that of their region. */
function indent(paragraphs: readonly Paragraph[], by: number): Paragraph[] {
  return paragraphs.map((paragraph) => ({
    ...paragraph,
    indent: paragraph.indent - (paragraph.align === 'start' || paragraph.align === 'justify' ? by : 0),
    tabs: paragraph.tabs.map((tab) => tab - by),
  }));
}
