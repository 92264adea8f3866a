import { WITHIN } from './find-dividers.ts';
import { LEVELS } from './mark-lines.ts';
import { type OdfDocument, PictureNames, writeOdf } from './odf-package.ts';
import { type WrittenPage, writePage } from './odt-page.ts';
import { headingStyles, OdtStyles, points, properties } from './odt-styles.ts';
import { around, type Box, isGround, type Page } from './page.ts';

/** The least margin, in points and as a share of the page. */
const LEAST_MARGIN = { points: 18, share: 0.04 };
/** Text is set a little looser elsewhere: what is free below it keeps it on its page. */
const BOTTOM = { points: 12, share: 0.02 };
/** Lines that are set a trifle wider must not break. */
const LOOSE = 3;
/** And this wider: more would be room for words that had none at the ends of their lines. */
const NO_WORD = 0.6;

/** The text area of a page. */
interface Layout {
  readonly name: string;
  readonly page: Page;
  readonly body: Box;
}

/**
 * Writes pages as a text document: paragraphs, tables and pictures that flow, each page on one of its own.
 * @param squeezes by how much each page is set closer, as a share of its height. @default not at all
 */
export async function writeOdt(
  pages: readonly Page[],
  target: string,
  squeezes: readonly number[] = [],
): Promise<void> {
  const styles = new OdtStyles();
  const layouts = layoutsOf(pages);
  const pictures = new PictureNames();
  const written: WrittenPage[] = [];
  let master = '';
  for (const [index, page] of pages.entries()) {
    const layout = layouts.get(sizeKey(page)) ?? layoutOf('m', [page]);
    const before = pages[index - 1];
    const plain = before && sizeKey(page) === sizeKey(before) && !written.at(-1)?.columns;
    if (!plain) master = master === layout.name ? twinOf(layout.name) : layout.name;
    written.push(
      writePage(page, {
        body: layout.body,
        begins: plain ? 'break' : master,
        index,
        squeeze: squeezes[index] ?? 0,
        styles,
        pictureName: pictures.of,
      }),
    );
  }
  const body = written.map(({ text }) => text).join('');
  await writeOdf({ kind: 'text', body, styles, pictures, ...stylesOf([...layouts.values()]) }, target);
}

/** A page that begins with the style of the page before it begins no section in Word, which keeps the columns of that page. */
const twinOf = (name: string) => `${name}b`;

function sizeKey({ width, height }: Page): string {
  return `${Math.round(width)}x${Math.round(height)}`;
}

function layoutsOf(pages: readonly Page[]): Map<string, Layout> {
  const sizes = Map.groupBy(pages, sizeKey);
  return new Map([...sizes].map(([key, same], index) => [key, layoutOf(`m${index + 1}`, same)]));
}

function layoutOf(name: string, pages: readonly Page[]): Layout {
  const [page = { width: 595, height: 842, lines: [], pictures: [], tables: [] }] = pages;
  const boxes = pages.flatMap((of) => [
    ...of.lines,
    ...of.tables,
    ...of.pictures.filter((picture) => !isGround(picture, of)),
  ]);
  const inner = boxes.length > 0 ? around(boxes) : { left: 0, top: 0, right: page.width, bottom: page.height };
  const box = { ...inner, right: rightOf(inner, pages) };
  const least = ({ points: most, share }: typeof BOTTOM, side: number) => Math.min(most, side * share);
  const margin = (value: number, side: number) => Math.max(least(LEAST_MARGIN, side), Math.min(value, side * 0.3));
  const body = {
    left: margin(box.left, page.width),
    top: margin(box.top - LOOSE, page.height),
    right: page.width - margin(page.width - box.right - NO_WORD, page.width),
    bottom: page.height - Math.max(0, Math.min(least(BOTTOM, page.height), (page.height - box.bottom) / 2)),
  };
  return { name, page, body };
}

/** Where the text area ends: lines across it that begin where it does may reach further than its texts. */
function rightOf({ left, right }: Box, pages: readonly Page[]): number {
  const dividers = pages.flatMap((page) => page.dividers ?? []).filter(({ from }) => Math.abs(from - left) <= WITHIN);
  return dividers.reduce((most, { to }) => Math.max(most, to), right);
}

function stylesOf(layouts: readonly Layout[]): Pick<OdfDocument, 'defaults' | 'layouts' | 'masters'> {
  const pageLayouts = layouts.map(({ name, page: { width, height }, body }) => {
    const look = properties('page-layout', {
      'fo:page-width': points(width),
      'fo:page-height': points(height),
      'style:print-orientation': width > height ? 'landscape' : 'portrait',
      'fo:margin-left': points(body.left),
      'fo:margin-top': points(body.top),
      'fo:margin-right': points(width - body.right),
      'fo:margin-bottom': points(height - body.bottom),
    });
    return `<style:page-layout style:name="l${name}">${look}</style:page-layout>`;
  });
  const masters = layouts.flatMap(({ name }) =>
    [name, twinOf(name)].map(
      (master) => `<style:master-page style:name="${master}" style:page-layout-name="l${name}"/>`,
    ),
  );
  const defaults =
    '<style:default-style style:family="paragraph"><style:paragraph-properties fo:margin-top="0pt" fo:margin-bottom="0pt" fo:orphans="0" fo:widows="0"/></style:default-style>' +
    headingStyles(LEVELS);
  return { defaults, layouts: pageLayouts.join(''), masters: masters.join('') };
}
