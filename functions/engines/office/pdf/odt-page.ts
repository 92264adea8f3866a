import type { Block } from './block.ts';
import { buildBlocks } from './build-blocks.ts';
import { boxesOf, type Columns, dividePage, isRegion } from './divide-page.ts';
import { type OdtStyles, points, properties } from './odt-styles.ts';
import { type OdtPlace, writeBlock, writeGround } from './odt-text.ts';
import { around, type Box, isGround, type Page } from './page.ts';

/** The height of the paragraph that begins a page, in points. */
const BEGINNING = 1;

/** The context of writing a page. */
export interface PageContext {
  readonly styles: OdtStyles;
  /** The text area of the page. */
  readonly body: Box;
  /** The attribute of a paragraph's style that begins the page. */
  readonly begins: string;
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
export function writePage(page: Page, context: PageContext): WrittenPage {
  const { body } = context;
  const among = page.pictures.filter((picture) => !isGround(picture, page));
  const parts = dividePage({ ...page, pictures: among });
  let written = writeBeginning(page, context);
  let bottom = body.top + BEGINNING;
  for (const part of parts) {
    if (isRegion(part)) written += writeBlocks(buildBlocks(part, body), context, { top: bottom, width: widthOf(body) });
    else written += writeColumns(part, context, bottom);
    bottom = around(boxesOf(isRegion(part) ? [part] : part.columns.flat())).bottom;
  }
  const last = parts.at(-1);
  return { text: written, columns: last !== undefined && !isRegion(last) };
}

const widthOf = ({ left, right }: Box) => right - left;

/** Writes a paragraph almost without height, which has the page break and the background. */
function writeBeginning(page: Page, { styles, begins, pictureName }: PageContext): string {
  const look = properties('paragraph', { 'fo:line-height': points(BEGINNING), ...breakOf(begins) });
  const name = styles.name('paragraph', look + properties('text', { 'fo:font-size': '1pt' }), masterOf(begins));
  const grounds = page.pictures.filter((picture) => isGround(picture, page));
  const frames = grounds.map((picture) => writeGround(picture, pictureName(picture.path), styles));
  return `<text:p text:style-name="${name}">${frames.join('')}</text:p>`;
}

function breakOf(begins: string): Record<string, string> {
  return begins === 'break' ? { 'fo:break-before': 'page' } : {};
}

function masterOf(begins: string): string {
  return begins === 'break' ? '' : ` style:master-page-name="${begins}"`;
}

function writeBlocks(
  blocks: readonly Block[],
  { styles, pictureName }: PageContext,
  { top, width, begins = '' }: { top: number; width: number; begins?: 'column' | '' },
): string {
  const gapAt = (at: number) => Math.max(0, (blocks[at]?.top ?? 0) - (blocks[at - 1]?.bottom ?? top));
  return blocks
    .map((block, index) => {
      const column = index === 0 && begins === 'column';
      const place = { styles, pictureName, width, gap: gapAt(index), column };
      if (block.kind !== 'table')
        return writeBlock(block, { ...place, below: blocks[index + 1]?.kind === 'table' ? gapAt(index + 1) : 0 });
      // In other formats, nothing is free above a table but below what is before it.
      const apart = blocks[index - 1]?.kind === 'paragraph' ? '' : writeSpace(place);
      return apart + writeBlock(block, { ...place, gap: 0, column: column && apart === '' });
    })
    .join('');
}

/** A paragraph that is as high as a gap. */
function writeSpace({ styles, gap, column }: Pick<OdtPlace, 'styles' | 'gap' | 'column'>): string {
  const look = properties('paragraph', {
    'fo:line-height': points(Math.max(BEGINNING, gap)),
    ...(column && { 'fo:break-before': 'column' }),
  });
  return `<text:p text:style-name="${styles.name('paragraph', look + properties('text', { 'fo:font-size': '1pt' }))}"/>`;
}

/** Columns beside each other, each as wide as it was. */
function writeColumns({ columns }: Columns, context: PageContext, bottom: number): string {
  const sides = columns.map((regions) => ({ regions, box: around(boxesOf(regions)) }));
  const top = Math.min(...sides.map(({ box }) => box.top));
  const places = sides.map(({ box }, index) => {
    const [before, after] = [sides[index - 1]?.box, sides[index + 1]?.box];
    const [start, end] = [before ? (box.left - before.right) / 2 : 0, after ? (after.left - box.right) / 3 : 0];
    const width = Math.round((widthOf(box) + start + end) * 20);
    return `<style:column style:rel-width="${width}*" fo:start-indent="${points(start)}" fo:end-indent="${points(end)}"/>`;
  });
  const look =
    `<style:section-properties text:dont-balance-text-columns="true" fo:margin-left="0pt" fo:margin-right="0pt">` +
    `<style:columns fo:column-count="${sides.length}">${places.join('')}</style:columns></style:section-properties>`;
  const name = context.styles.name('section', look);
  const texts = sides.map(({ regions, box }, index) => {
    const blocks = regions.flatMap((region) => buildBlocks(region, box));
    const begins = index > 0 ? 'column' : '';
    return writeBlocks(blocks, context, {
      top: index === 0 ? Math.min(bottom, top) : top,
      width: widthOf(box),
      begins,
    });
  });
  return `<text:section text:style-name="${name}" text:name="s${context.styles.count()}">${texts.join('')}</text:section>`;
}
