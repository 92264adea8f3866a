import { LEVELS } from '../blocks/mark-lines.ts';
import type { BarePage, Headers } from '../headers/header.ts';
import { type HeaderContext, headerStyle, type WrittenHeaders, writeHeaders } from '../headers/write-headers.ts';
import { around, type Box, contentOf, type Page } from '../page.ts';
import { WITHIN } from './borders.ts';
import type { OdfDocument } from './odf-package.ts';
import { headingStyles, type OdtStyles, points, properties } from './odt-styles.ts';

/** The least margin, in points and as a share of the page. */
const LEAST_MARGIN = { points: 18, share: 0.04 };
/** Text is set a little looser elsewhere: what is free below it keeps it on its page. */
const BOTTOM = { points: 12, share: 0.02 };
/** By how much a footer is set lower at most for that, in points. */
const MOST_LOWER = 5;
/** Lines that are set a trifle wider must not break. */
const LOOSE = 3;
/** And this wider: more would be room for words that had none at the ends of their lines. */
const NO_WORD = 0.6;

/** The style of pages with one size, one header and one footer. */
export interface PageStyle {
  readonly name: string;
  readonly page: Page;
  /** The text area. */
  readonly body: Box;
  readonly headers: readonly WrittenHeaders[];
}

type Context = Pick<HeaderContext, 'styles' | 'pictureName'>;

/** The style of each page. */
export function pageStylesOf(pages: readonly BarePage[], context: Context): PageStyle[] {
  const sides = new Map(
    [...Map.groupBy(pages, ({ page }) => sizeKey(page))].map(([key, same]) => [key, sidesOf(same)]),
  );
  const distinct = [...new Set(pages.flatMap(({ header, footer }) => [header, footer]))];
  const keyOf = ({ page, header, footer }: BarePage) =>
    `${sizeKey(page)} ${distinct.indexOf(header)} ${distinct.indexOf(footer)}`;
  const groups = [...Map.groupBy(pages, keyOf)].flatMap(([key, same], index): [string, PageStyle][] => {
    const [first] = same;
    const own = first && sides.get(sizeKey(first.page));
    return own ? [[key, pageStyleOf(`m${index + 1}`, first, same, { ...context, ...own })]] : [];
  });
  const styles = new Map(groups);
  return pages.flatMap((page) => styles.get(keyOf(page)) ?? []);
}

const sizeKey = ({ width, height }: Page) => `${Math.round(width)}x${Math.round(height)}`;

const linesOf = ({ odd, even }: Headers) => [...odd.lines, ...(even?.lines ?? [])];
const isWritten = (headers?: Headers) => headers !== undefined && linesOf(headers).length > 0;

const least = ({ points: most, share }: typeof BOTTOM, side: number) => Math.min(most, side * share);
const margin = (value: number, side: number) => Math.max(least(LEAST_MARGIN, side), Math.min(value, side * 0.3));

/** The sides of the text area of pages with one size. */
function sidesOf(same: readonly BarePage[]): Pick<Box, 'left' | 'right'> {
  const width = same[0]?.page.width ?? 0;
  const boxes = same.flatMap(({ page, header, footer }) => [
    ...contentOf(page),
    ...[header, footer].flatMap((headers) => (headers ? linesOf(headers) : [])),
  ]);
  const { left, right } = boxes.length > 0 ? around(boxes) : { left: 0, right: width };
  // Lines across it that begin where it does may reach further than its texts.
  const dividers = same.flatMap(({ page }) => page.dividers ?? []);
  const reached = dividers.filter(({ from }) => Math.abs(from - left) <= WITHIN);
  const end = reached.reduce((most, { to }) => Math.max(most, to), right);
  return { left: margin(left, width), right: width - margin(width - end - NO_WORD, width) };
}

/** The style of pages that are like the first of them. */
function pageStyleOf(
  name: string,
  { page, header, footer }: BarePage,
  same: readonly BarePage[],
  { left, right, ...context }: Context & Pick<Box, 'left' | 'right'>,
): PageStyle {
  const boxes = same.flatMap((of) => contentOf(of.page));
  const sides = { left, top: 0, right, bottom: page.height };
  const inner = boxes.length > 0 ? around(boxes) : sides;
  const free = least(BOTTOM, page.height);
  const above = header && writeHeaders(header, { ...context, edge: 'header', sides, free: LOOSE });
  const below =
    footer && lower(writeHeaders(footer, { ...context, edge: 'footer', sides, free: 0 }), inner, page, free);
  const body = {
    ...sides,
    top: Math.max(above?.bottom ?? 0, margin(inner.top - LOOSE, page.height)),
    bottom:
      below && isWritten(footer)
        ? Math.max(inner.bottom, below.top)
        : page.height - Math.max(0, Math.min(free, (page.height - inner.bottom) / 2)),
  };
  return { name, page, body, headers: [above, below].filter((headers) => headers !== undefined) };
}

/** A footer a little lower, if there is less room above it than text that is set a little looser needs. */
function lower(footer: WrittenHeaders, { bottom }: Box, { height }: Page, free: number): WrittenHeaders {
  const most = Math.min(MOST_LOWER, (height - footer.bottom) / 2);
  const by = Math.max(0, Math.min(most, free - (footer.top - bottom)));
  return { ...footer, top: footer.top + by, bottom: footer.bottom + by };
}

/** A page that begins with the style of the page before it begins no section in Word, which keeps the columns of that page. */
export const twinOf = (name: string) => `${name}b`;

/**
 * The styles of pages, each with its twin.
 * @param language the properties that say in which languages the text is
 */
export function pageStyles(
  all: readonly PageStyle[],
  headerStyles: OdtStyles,
  language: string,
): Pick<OdfDocument, 'defaults' | 'layouts' | 'masters'> {
  const each = [...new Set(all)];
  const layouts = each.map(({ name, page: { width, height }, body, headers }) => {
    const [header, footer] = (['header', 'footer'] as const).map((edge) => headers.find((of) => of.edge === edge));
    const look = properties('page-layout', {
      'fo:page-width': points(width),
      'fo:page-height': points(height),
      'style:print-orientation': width > height ? 'landscape' : 'portrait',
      'fo:margin-left': points(body.left),
      'fo:margin-top': points(header?.top ?? body.top),
      'fo:margin-right': points(width - body.right),
      'fo:margin-bottom': points(height - (footer?.bottom ?? body.bottom)),
    });
    const rooms = headers.map((of) => headerStyle(of, body)).join('');
    return `<style:page-layout style:name="l${name}">${look}${rooms}</style:page-layout>`;
  });
  const masters = each.flatMap(({ name, headers }) =>
    [name, twinOf(name)].map((master) => {
      const written = headers.map(({ text }) => text).join('');
      return `<style:master-page style:name="${master}" style:page-layout-name="l${name}">${written}</style:master-page>`;
    }),
  );
  const defaults =
    '<style:default-style style:family="paragraph"><style:paragraph-properties fo:margin-top="0pt" fo:margin-bottom="0pt" fo:orphans="0" fo:widows="0"/>' +
    `${language}</style:default-style>` +
    headingStyles(LEVELS);
  return { defaults, layouts: `${headerStyles}${layouts.join('')}`, masters: masters.join('') };
}
