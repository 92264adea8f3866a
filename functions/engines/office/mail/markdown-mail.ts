import { escapeMarkdown } from '../../escape-markdown.ts';
import type { Mail } from './mail.ts';
import { nameAndSize } from './render-mail.ts';

const URL = /https?:\/\/[^\s<>\\]+/g;
/** Punctuation after a URL that is not part of it. */
const PUNCTUATION = '.,;:!?)]\'"*_';

/** A mail as Markdown: its subject, a list of its headers and attachments, and its text with its line breaks. */
export function markdownMail({ headers, text = '', attachments }: Mail): string {
  const subject = headers.find(([name]) => name === 'Subject')?.[1] ?? 'Mail';
  const others = headers.filter(([name]) => name !== 'Subject');
  const files = attachments.map((attachment) => `  - ${line(nameAndSize(attachment))}`);
  const list = [
    ...others.map(([name, value]) => `- **${name}:** ${line(value)}`),
    ...(files.length === 0 ? [] : ['- **Attachments:**', ...files]),
  ];
  return `${[`# ${line(subject)}`, list.join('\n'), ...paragraphsOf(text)].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Paragraphs with the line breaks of the mail. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]];
  for (const given of text.split(/\r\n?|\n/)) {
    const written = line(given);
    if (written !== '') paragraphs.at(-1)?.push(written);
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([]);
  }
  return paragraphs.map((lines) => lines.join('\\\n'));
}

/** Escapes a line, and makes links of the URLs in it. */
function line(text: string): string {
  const given = text.replace(/\s+/g, ' ').trim();
  const parts: string[] = [];
  let at = 0;
  for (const { 0: found, index } of given.matchAll(URL)) {
    const end = index + lengthWithoutPunctuation(found);
    parts.push(given.slice(at, index), `<${given.slice(index, end)}>`);
    at = end;
  }
  return [...parts, given.slice(at)].map((part, index) => (index % 2 === 0 ? escapePart(part, index) : part)).join('');
}

/** Only the first part can begin with the mark of a heading or a list. */
function escapePart(part: string, index: number): string {
  return index === 0 ? escapeMarkdown(part) : escapeMarkdown(`x${part}`).slice(1);
}

function lengthWithoutPunctuation(url: string): number {
  let end = url.length;
  while (PUNCTUATION.includes(url[end - 1] ?? ' ')) end--;
  return end;
}
