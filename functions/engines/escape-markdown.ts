/** Characters that are markup anywhere in a line. */
const INLINE = /[\\`*_[\]<>~|]|&(?=#?\w+;)/g;
/** Markup at the beginning of a paragraph: headings, lists, rules. */
const OPENING = /^(#{1,6}(?=\s)|[-+=](?=\s|$|[-=])|\d{1,9}(?=[.)]\s))/;

/** Escapes a line of text for Markdown. */
export function escapeMarkdown(text: string): string {
  const inline = text.replace(INLINE, '\\$&');
  return inline.replace(OPENING, (opening) => (/^\d/.test(opening) ? `${opening}\\` : `\\${opening}`));
}
