import { joinLines } from './build-paragraphs.ts';
import type { PageText } from './page-text.ts';

/** What would be markup wherever it stands. */
const INLINE = /[\\`*_[\]<>~|]|&(?=#?\w+;)/g;
/** What would be markup at the beginning of a paragraph: headings, lists, rules. */
const OPENING = /^(#{1,6}(?=\s)|[-+=](?=\s|$|[-=])|\d{1,9}(?=[.)]\s))/;

/** The text of a page as paragraphs of Markdown. */
export function markdownOf(paragraphs: PageText): string {
  return paragraphs.map((lines) => escapeMarkdown(joinLines(lines))).join('\n\n');
}

function escapeMarkdown(text: string): string {
  const inline = text.replace(INLINE, '\\$&');
  return inline.replace(OPENING, (opening) => (/^\d/.test(opening) ? `${opening}\\` : `\\${opening}`));
}
