import { cleanText, escapeXml } from '../pdf/entities.ts';
import type { LayoutOptions } from './layout-options.ts';

/** The style of the lines at the head and foot of pages: no other automatic style bears such a name. */
const STYLE = 'service-page-furniture';

/** What defines the style of these lines. */
export const FURNITURE_STYLE = `<style:style style:name="${STYLE}" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/></style:style>`;

/** The head or foot of each page. */
export interface Furniture {
  /** Names of the elements that it takes the place of, where the document has some. */
  readonly replaces: readonly string[];
  /** The element that makes room for it. */
  readonly room: string;
  /** The element with its content. */
  readonly content: string;
}

/** The head and foot that are asked for. */
export function furnitureOf({ header, footer, page_numbers: numbers }: LayoutOptions): Furniture[] {
  const field = '<text:page-number text:select-page="current">1</text:page-number>';
  const foot = [...linesOf(footer), ...(numbers ? [`${field} / <text:page-count>1</text:page-count>`] : [])];
  return [furniture('header', 'bottom', linesOf(header)), furniture('footer', 'top', foot)].flat();
}

function linesOf(text: string | undefined): string[] {
  return text === undefined ? [] : [escapeXml(cleanText(text))];
}

function furniture(kind: 'header' | 'footer', inside: 'top' | 'bottom', lines: readonly string[]): Furniture[] {
  if (lines.length === 0) return [];
  const paragraphs = lines.map((line) => `<text:p text:style-name="${STYLE}">${line}</text:p>`);
  const properties = `<style:header-footer-properties fo:min-height="5mm" fo:margin-left="0mm" fo:margin-right="0mm" fo:margin-${inside}="5mm"/>`;
  return [
    {
      replaces: [kind, `${kind}-left`, `${kind}-first`],
      room: `<style:${kind}-style>${properties}</style:${kind}-style>`,
      content: `<style:${kind}>${paragraphs.join('')}</style:${kind}>`,
    },
  ];
}
