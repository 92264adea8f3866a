import { attachmentNames } from './attachment-names.ts';
import type { Mail } from './mail.ts';

/**
 * A mail as data: who wrote it when to whom, what it says, and names and sizes in bytes of what came with it. Its page
 * is as its sender wrote it.
 */
export function dataMail({ headers, people, text, html, attachments }: Mail): string {
  const { from, to, cc, bcc } = people;
  const names = attachmentNames(attachments);
  const header = (wanted: string) => headers.find(([name]) => name === wanted)?.[1];
  const data = {
    from,
    to,
    cc,
    ...(bcc.length > 0 && { bcc }),
    subject: header('Subject') ?? '',
    date: dateOf(header('Date')),
    text: (text ?? '').replace(/\r\n?/g, '\n').trimEnd(),
    ...(html !== undefined && { html }),
    attachments: attachments.map(({ mediaType, content }, index) => ({
      name: names[index],
      type: mediaType,
      size: content.length,
    })),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** In ISO 8601; a date that is none stays as it is written. */
function dateOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const date = new Date(written.slice(0, 100));
  return Number.isNaN(date.getTime()) ? written : date.toISOString();
}
