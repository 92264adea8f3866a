import { escapeMarkdown } from '../escape-markdown.ts';
import { joinLines } from './build-paragraphs.ts';
import type { PageText } from './page-text.ts';

/** The text of a page as paragraphs of Markdown. */
export function markdownOf(paragraphs: PageText): string {
  return paragraphs.map((lines) => escapeMarkdown(joinLines(lines))).join('\n\n');
}
