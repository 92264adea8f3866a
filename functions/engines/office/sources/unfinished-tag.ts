/**
 * Drops a tag that the end of a page cuts off, with all that was taken for a part of it, as browsers do. LibreOffice
 * looks for its end anew from each of its parts.
 */
export function dropUnfinishedTag(markup: string): string {
  const tag = /<[a-z/!?]/gi;
  tag.lastIndex = markup.lastIndexOf('>') + 1;
  const found = tag.exec(markup);
  return found ? markup.slice(0, found.index) : markup;
}
