/** What would be markup wherever it stands. */
const INLINE = /[\\`*_[\]<>~|]|&(?=#?\w+;)/g;
/** What would be markup at the beginning of a paragraph: headings, lists, rules. */
const OPENING = /^(#{1,6}(?=\s)|[-+=](?=\s|$|[-=])|\d{1,9}(?=[.)]\s))/;

/** A line of text as it stands in Markdown: nothing in it is markup. */
export function escapeMarkdown(text: string): string {
  const inline = text.replace(INLINE, '\\$&');
  return inline.replace(OPENING, (opening) => (/^\d/.test(opening) ? `${opening}\\` : `\\${opening}`));
}
