import type { Divider } from '../graphics/find-dividers.ts';
import type { Line, Page, PagePicture } from '../page.ts';

/** Where a header or a footer stands. */
export type Edge = 'header' | 'footer';

/** The header or footer of a page. */
export interface Header {
  readonly lines: readonly Line[];
  /** The lines drawn across the page between it and the text. */
  readonly dividers: readonly Divider[];
  /** Pictures, such as a logo, in their places on the page. */
  readonly pictures: readonly PagePicture[];
}

/** The header or footer of pages that follow each other: of all of them, or of odd ones and of even ones. */
export interface Headers {
  readonly odd: Header;
  readonly even?: Header;
}

/** A page without the header and the footer that it has in common with others. */
export interface BarePage extends Partial<Record<Edge, Headers>> {
  readonly page: Page;
  /** The number that it has, where that is not the one after that of the page before. */
  readonly number?: number;
}

/** How many empty pages LibreOffice puts between odd ones or even ones that follow each other, which it does not print. */
export function emptyPages(pages: readonly BarePage[]): number {
  let last = 0;
  return pages.filter(({ number }, index) => {
    const own = number ?? last + 1;
    const isEmpty = index > 0 && (own - last) % 2 === 0;
    last = own;
    return isEmpty;
  }).length;
}
