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
