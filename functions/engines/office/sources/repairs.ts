const TABLE_END = '</w:tbl>';
const PARAGRAPH = /<w:p[\s>/]/;

/**
 * Adds a paragraph after a table at the end of a Word document, as Word always does. Without one, LibreOffice 25.2 adds a
 * hidden paragraph, and never ends when it exports plain text.
 */
export function closeTable(xml: string): string {
  const table = xml.lastIndexOf(TABLE_END);
  if (table < 0) return xml;
  const end = table + TABLE_END.length;
  return PARAGRAPH.test(xml.slice(end)) ? xml : `${xml.slice(0, end)}<w:p/>${xml.slice(end)}`;
}

/**
 * Drops an unclosed tag at the end of a page, as browsers do. LibreOffice searches for its end anew from each of its
 * parts, in quadratic time.
 */
export function dropUnfinishedTag(markup: string): string {
  const tag = /<[a-z/!?]/gi;
  tag.lastIndex = markup.lastIndexOf('>') + 1;
  const found = tag.exec(markup);
  return found ? markup.slice(0, found.index) : markup;
}

/** A field of Pages '09 for a page number or count whose last value is Roman or a letter. */
const LETTERED = /(<sf:page-(?:number|count)\b[^<>]{0,200}?\ssf:value=")(?!\d{1,9}")[^"<>]{0,40}"/g;

/** LibreOffice refuses such a document, and computes page numbers itself: any whole number does as their last value. */
export const numberPages = (xml: string): string => xml.replace(LETTERED, '$11"');
