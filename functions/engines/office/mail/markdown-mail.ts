import { escapeMarkdown } from '../../escape-markdown.ts';
import { attachmentNames } from './attachment-names.ts';
import type { Mail } from './mail.ts';
import { sizeOf } from './render-mail.ts';

const ADDRESS = /https?:\/\/[^\s<>\\]+/g;
/** What follows an address, and is none of it. */
const PUNCTUATION = '.,;:!?)]\'"*_';

/** A mail as Markdown: its subject, a list of its headers and of what came with it, and what it says, line by line. */
export function markdownMail({ headers, text = '', attachments }: Mail): string {
  const subject = headers.find(([name]) => name === 'Subject')?.[1] ?? 'Mail';
  const others = headers.filter(([name]) => name !== 'Subject');
  const names = attachmentNames(attachments);
  const files = attachments.map((attachment, index) => `  - ${line(`${names[index]} (${sizeOf(attachment)})`)}`);
  const list = [
    ...others.map(([name, value]) => `- **${name}:** ${line(value)}`),
    ...(files.length === 0 ? [] : ['- **Attachments:**', ...files]),
  ];
  return `${[`# ${line(subject)}`, list.join('\n'), ...paragraphsOf(text)].filter((part) => part !== '').join('\n\n')}\n`;
}

/** Lines end where they end in the mail. */
function paragraphsOf(text: string): string[] {
  const paragraphs: string[][] = [[]];
  for (const given of text.split(/\r\n?|\n/)) {
    const written = line(given);
    if (written !== '') paragraphs.at(-1)?.push(written);
    else if (paragraphs.at(-1)?.length !== 0) paragraphs.push([]);
  }
  return paragraphs.map((lines) => lines.join('\\\n'));
}

/** A line in which nothing is markup, but addresses on the web lead there. */
function line(text: string): string {
  const given = text.replace(/\s+/g, ' ').trim();
  const parts: string[] = [];
  let at = 0;
  for (const { 0: found, index } of given.matchAll(ADDRESS)) {
    const end = index + lengthWithout(found);
    parts.push(given.slice(at, index), `<${given.slice(index, end)}>`);
    at = end;
  }
  return [...parts, given.slice(at)].map((part, index) => (index % 2 === 0 ? escapePart(part, index) : part)).join('');
}

/** Only what stands first can be the mark of a heading or a list. */
function escapePart(part: string, index: number): string {
  return index === 0 ? escapeMarkdown(part) : escapeMarkdown(`x${part}`).slice(1);
}

function lengthWithout(address: string): number {
  let end = address.length;
  while (PUNCTUATION.includes(address[end - 1] ?? ' ')) end--;
  return end;
}
