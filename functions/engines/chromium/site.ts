import { unicodeOf } from '../../detection/unicode.ts';
import { declaredEncoding } from '../office/text-encoding.ts';

/** A file as a web server would send it. */
export interface Resource {
  readonly content: Buffer;
  readonly type: string;
}

/** What a page consists of: all that a browser gets to see. */
export interface Site {
  /** Where the page is. */
  readonly start: string;
  /** Whether there is one page only, which leads to no other. */
  readonly isSinglePage: boolean;
  /** Whether its scripts have run already. @default false */
  readonly hasRunScripts?: true;
  /**
   * @param address as the browser asks for it, without fragment
   * @throws ConversionError TOO_COMPLEX
   */
  find(address: string): Resource | undefined;
}

/** Where pages lie; no name ends so (RFC 6761). */
export const ORIGIN = 'http://job.invalid/';

/** A page without anything beside it. */
export function siteOf(content: Buffer, type: PageType): Site {
  const page = { content, type: typeOf(content, type) };
  return { start: ORIGIN, isSinglePage: true, find: (address) => (address === ORIGIN ? page : undefined) };
}

export type PageType = 'text/html' | 'application/xhtml+xml';

/**
 * The type by which a page is resource. It declares its encoding itself, or the browser finds it out; but in what comes by
 * HTTP it never looks for UTF-8.
 */
export function typeOf(content: Buffer, type: PageType): string {
  const isDeclared =
    type !== 'text/html' || unicodeOf(content) !== undefined || declaredEncoding(content) !== undefined;
  return !isDeclared && isUtf8(content) ? `${type}; charset=utf-8` : type;
}

function isUtf8(content: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(content);
    return true;
  } catch {
    return false;
  }
}
