/** The text of documents of Pages before 2013. */
export const PAGES_TEXT = /^index\.xml$/;

/** The number of a page, or of all pages, in a header or footer: as which it was last shown, in roman numbers or letters. */
const SHOWN = /(<sf:page-(?:number|count) [^<>]{0,200}\bsf:value=")[^"<>]{0,40}"/g;

/**
 * Numbers pages with numbers alone: libetonyek takes no others, and then does not read the document at all. What they are
 * is found out anew wherever they are shown.
 */
export function numberPages(xml: string): string {
  return xml.replace(SHOWN, (_, head: string) => `${head}1"`);
}
