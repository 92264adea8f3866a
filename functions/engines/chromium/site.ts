import { isUtf8 } from 'node:buffer';
import { unicodeOf } from '../../detection/unicode.ts';
import { declaredEncoding } from '../office/text-encoding.ts';

/** A resource as a web server would send it. */
export interface Resource {
  readonly content: Buffer;
  readonly type: string;
}

/** A page and its resources: all that a browser can load. */
export interface Site {
  /** The address of the page. */
  readonly start: string;
  /** Whether the site has a single page, which must not navigate. */
  readonly isSinglePage: boolean;
  /** A script that completes the page. @default - it is complete */
  readonly prepare?: string;
  /**
   * @param address as the browser requests it, without fragment
   * @returns `file` where the browser itself reads it from there
   * @throws ConversionError TOO_COMPLEX
   */
  find(address: string): Resource | 'file' | undefined;
}

/** The origin of pages, in a reserved domain (RFC 6761). */
export const ORIGIN = 'http://job.invalid/';

/** An XML declaration of another encoding than UTF-8. */
const OTHER_ENCODING = /^<\?xml\s[^>]{0,200}encoding\s*=\s*["'](?!utf-?8)/i;

/**
 * A site with a page and no other resources. XHTML that is not in the encoding of XML is shown as HTML: the browser does
 * not end loading it where it has style sheets.
 */
export function siteOf(content: Buffer, type: PageType): Site {
  const isXml =
    isUtf8(content) || unicodeOf(content) !== undefined || OTHER_ENCODING.test(content.toString('latin1', 0, 300));
  const page = { content, type: typeOf(content, isXml ? type : 'text/html') };
  return { start: ORIGIN, isSinglePage: true, find: (address) => (address === ORIGIN ? page : undefined) };
}

export type PageType = 'text/html' | 'application/xhtml+xml';

/**
 * The media type of a page. The page declares its encoding, or the browser detects it; but over HTTP it never detects
 * UTF-8.
 */
export function typeOf(content: Buffer, type: PageType): string {
  const isDeclared =
    type !== 'text/html' || unicodeOf(content) !== undefined || declaredEncoding(content) !== undefined;
  return !isDeclared && isUtf8(content) ? `${type}; charset=utf-8` : type;
}
