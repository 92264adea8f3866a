import type { Block } from '../blocks/block.ts';
import { buildBlocks } from '../blocks/build-blocks.ts';
import { boxesOf, type Columns, dividePage, isRegion, type Part, type Region } from '../blocks/divide-page.ts';
import type { Divider } from '../graphics/find-dividers.ts';
import { around, type Box, isGround, isMiddleIn, type Page, type PagePicture } from '../page.ts';
import { barOf, bordersOf, linesBetween } from './borders.ts';
import { joinEntries, writeEntry } from './list-entry.ts';
import type { NumberedLists } from './numbered-lists.ts';
import { writeGround, writePicture } from './odt-picture.ts';
import { gapsOf, type OdtPlace } from './odt-place.ts';
import { type OdtStyles, points, properties } from './odt-styles.ts';
import { writeTable } from './odt-table.ts';
import { withRowLines } from './row-lines.ts';
import { squeezeBlock, squeezeGaps } from './squeeze.ts';

/** The height of the paragraph that begins a page, in points. */
const BEGINNING = 1;
/** What stands above or below something may overlap it by so much, in points. */
const OVERLAP = 2;
/**
 * How much of what is left of the page may be a margin above the first paragraph of columns that are not balanced: where
 * it is more than half, LibreOffice lays out without end.
 */
const MOST_ABOVE_COLUMNS = 0.25;

/** The context of writing a page. */
export interface PageContext {
  readonly styles: OdtStyles;
  /** The numbered lists of the document. */
  readonly lists: NumberedLists;
  /** The text area of the page. */
  readonly body: Box;
  /** The page's style, if it does not follow on the page before by a break alone. */
  readonly master?: string | undefined;
  /** The page's number, if it is not the one after that of the page before. */
  readonly number?: number | undefined;
  /** The index of the page, which the bookmark at its beginning has in its name. */
  readonly index: number;
  /** By how much it is set closer, as a share of its height. */
  readonly squeeze: number;
  /** The edges of filled areas on it. */
  readonly edges?: Page['edges'];
  /** The lines that go down beside its text. */
  readonly bars?: Page['bars'];
  /** The name that a picture's file has in the package. */
  readonly pictureName: (path: string) => string;
}

/** A written page. */
export interface WrittenPage {
  readonly text: string;
  /** Whether it ends in columns: then a plain break behind it gets lost in some formats. */
  readonly columns: boolean;
}

/** Writes a page as OpenDocument text. */
export function writePage(page: Page, found: PageContext): WrittenPage {
  const context = { ...found, edges: page.edges, bars: page.bars };
  const { body } = context;
  const grounds = new Set(withoutCovered(page.pictures));
  const among = [...grounds].filter((picture) => !isGround(picture, page));
  const parts = dividePage({ ...page, pictures: among });
  const dividers = new Set(page.dividers);
  let text = '';
  let bottom = body.top + BEGINNING;
  for (const [index, part] of parts.map(withoutBeside).entries()) {
    for (const picture of (isRegion(part) ? [part] : part.columns.flat()).flatMap(({ pictures }) => pictures))
      grounds.delete(picture);
    if (!isRegion(part)) {
      const above = writeBlocks([], dividers, context, { top: bottom, sides: body, end: topOf(part) });
      text += above.text;
      bottom = above.bottom;
    }
    const written = isRegion(part)
      ? writeBlocks(buildBlocks(part, body), dividers, context, { top: bottom, sides: body })
      : writeColumns(part, dividers, context, { bottom, last: index === parts.length - 1 });
    text += written.text;
    bottom = written.bottom;
  }
  const last = parts.at(-1);
  // In other formats, the break of the next page would be in its first paragraph, and what is free above its text be lost.
  if (text.endsWith('</table:table>')) text += writeSpace({ styles: context.styles, gap: 0, column: false });
  return { text: writeBeginning([...grounds], context) + text, columns: last !== undefined && !isRegion(last) };
}

/** Pictures but for those that others have in them, which lie behind the text. */
function withoutCovered(pictures: readonly PagePicture[]): PagePicture[] {
  const grounds = pictures.filter(({ behind }) => behind);
  return pictures.filter((picture) => !grounds.some((ground) => ground !== picture && isMiddleIn(picture, ground)));
}

const topOf = ({ columns }: Columns) => around(columns.flatMap(boxesOf)).top;

/** A part without pictures that have text at their sides or within, which would move it if they were among it. */
function withoutBeside(part: Part): Part {
  const without = (region: Region): Region => ({
    ...region,
    pictures: region.pictures.filter(
      (picture) => ![...region.lines, ...region.tables].some((box) => isLevel(picture, box)),
    ),
  });
  return isRegion(part) ? without(part) : { columns: part.columns.map((regions) => regions.map(without)) };
}

const isLevel = (a: Box, b: Box) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > OVERLAP;

/** What is written of a page, and where it ends. */
export interface Written {
  readonly text: string;
  readonly bottom: number;
}

const widthOf = ({ left, right }: Box) => right - left;

/** Writes a paragraph almost without height, which has the page break and the background. */
function writeBeginning(
  grounds: readonly PagePicture[],
  { styles, master, number, index, pictureName }: PageContext,
): string {
  const look = properties('paragraph', {
    'fo:line-height': points(BEGINNING),
    ...(master === undefined && { 'fo:break-before': 'page' }),
    ...(number !== undefined && { 'style:page-number': String(number) }),
  });
  const page = master === undefined ? '' : ` style:master-page-name="${master}"`;
  const name = styles.name('paragraph', look + properties('text', { 'fo:font-size': '1pt' }), page);
  const frames = grounds.map((picture) => writeGround(picture, pictureName(picture.path), styles)).join('');
  // A break behind columns becomes a part of its paragraph in other formats, which then begins on the page before.
  const own = master !== undefined && frames !== '' ? writeSpace({ styles, gap: 0, column: false }, frames) : '';
  return `<text:p text:style-name="${name}"><text:bookmark text:name="_page${index}"/>${own === '' ? frames : ''}</text:p>${own}`;
}

/** Writes blocks below each other. */
export function writeBlocks(
  found: readonly Block[],
  dividers: Set<Divider>,
  {
    styles,
    pictureName,
    squeeze,
    lists,
    edges = [],
    bars = [],
  }: Pick<PageContext, 'styles' | 'pictureName' | 'squeeze' | 'lists' | 'edges' | 'bars'>,
  { top, sides, begins = '', end }: { top: number; sides: Box; begins?: 'column' | ''; end?: number },
): Written {
  const tables = found.filter(({ kind }) => kind === 'table');
  const othersOf = (block: Block) => tables.filter((table) => table !== block);
  const drawn = found.map((block) =>
    block.kind === 'table' ? withRowLines(block, dividers, edges, othersOf(block)) : block,
  );
  const borders = bordersOf(drawn, dividers, { ...sides, top });
  const lines = linesBetween(drawn, dividers, { ...sides, top, bottom: end ?? drawn.at(-1)?.top ?? top });
  for (const { block, border } of lines) borders.set(block, border);
  const blocks =
    lines.length === 0 ? drawn : [...drawn, ...lines.map(({ block }) => block)].sort((a, b) => a.top - b.top);
  const { gaps: free, bottom } = gapsOf(blocks, top, borders);
  const { gaps, scale } = squeezeGaps(free, bottom - top, squeeze);
  const counted = lists.find(blocks);
  const texts = blocks.map((whole, index) => {
    const block = scale < 1 ? squeezeBlock(whole, scale) : whole;
    const column = index === 0 && begins === 'column';
    const place = {
      styles,
      pictureName,
      width: widthOf(sides),
      gap: gaps[index] ?? 0,
      column,
      border: borders.get(whole) ?? (whole.kind === 'paragraph' ? barOf(whole, bars) : undefined),
    };
    if (block.kind === 'picture') return writePicture(block, place);
    if (block.kind === 'paragraph') {
      const below = (blocks[index + 1]?.kind === 'table' && gaps[index + 1]) || 0;
      return writeEntry(block, { ...place, below }, counted[index]);
    }
    // In other formats, nothing is free above a table but below what is before it.
    const apart = blocks[index - 1]?.kind === 'paragraph' ? '' : writeSpace(place);
    return apart + writeTable(block, { ...place, gap: 0, column: column && apart === '' });
  });
  return { text: joinEntries(texts), bottom };
}

/** A paragraph that is as high as a gap, and has frames anchored to it. */
export function writeSpace({ styles, gap, column }: Pick<OdtPlace, 'styles' | 'gap' | 'column'>, frames = ''): string {
  const look = properties('paragraph', {
    'fo:line-height': points(Math.max(BEGINNING, gap)),
    ...(column && { 'fo:break-before': 'column' }),
  });
  return `<text:p text:style-name="${styles.name('paragraph', look + properties('text', { 'fo:font-size': '1pt' }))}">${frames}</text:p>`;
}

/**
 * Columns beside each other, each as wide as it was.
 * @param bottom where the part above them ends
 * @param last whether nothing is below them; only other columns are balanced, which LibreOffice lays out without end in some files
 */
function writeColumns(
  { columns }: Columns,
  dividers: Set<Divider>,
  context: PageContext,
  { bottom, last }: { readonly bottom: number; readonly last: boolean },
): Written {
  const { body } = context;
  // What is free beside all of them is within the first and behind the last: other formats have no space around columns.
  const sides = columns.map((regions, index) => {
    const box = around(boxesOf(regions));
    return { regions, box: index === 0 ? { ...box, left: Math.min(box.left, body.left) } : box };
  });
  const top = Math.min(...sides.map(({ box }) => box.top));
  const places = sides.map(({ box }, index) => {
    const [before, after] = [sides[index - 1]?.box, sides[index + 1]?.box];
    const [start, end] = [
      before ? (box.left - before.right) / 2 : 0,
      after ? (after.left - box.right) / 3 : Math.max(0, body.right - box.right),
    ];
    const width = Math.round((widthOf(box) + start + end) * 20);
    return `<style:column style:rel-width="${width}*" fo:start-indent="${points(start)}" fo:end-indent="${points(end)}"/>`;
  });
  const look =
    `<style:section-properties text:dont-balance-text-columns="${last}" fo:margin-left="0pt" fo:margin-right="0pt">` +
    `<style:columns fo:column-count="${sides.length}">${places.join('')}</style:columns></style:section-properties>`;
  const name = context.styles.name('section', look);
  const blocks = sides.map(({ regions, box }) => regions.flatMap((region) => buildBlocks(region, box)));
  const isHigh = last && top - bottom > (body.bottom - bottom) * MOST_ABOVE_COLUMNS;
  // The space above a paragraph that begins columns is above all of them, but not at the top of a page; tables have none.
  const apart = blocks[0]?.[0]?.kind === 'table' || bottom === body.top + BEGINNING || isHigh;
  const gap = apart ? Math.max(0, top - bottom) * (1 - context.squeeze) : 0;
  const space = gap > 0 ? writeSpace({ styles: context.styles, gap, column: false }) : '';
  const texts = sides.map(({ box }, index) => {
    return writeBlocks(blocks[index] ?? [], dividers, context, {
      top: index === 0 && gap === 0 ? Math.min(bottom, top) : top,
      sides: box,
      begins: index > 0 ? 'column' : '',
    });
  });
  const text = texts.map((side) => side.text).join('');
  return {
    text: `${space}<text:section text:style-name="${name}" text:name="s${context.styles.count()}">${text}</text:section>`,
    bottom: Math.max(...texts.map((side) => side.bottom)),
  };
}
