import type { Mail } from './mail.ts';

/**
 * A mail as JSON: its headers, its text, its page unchanged, and the names, types and sizes of its attachments.
 */
export function dataMail({ headers, people, text, html, attachments }: Mail): string {
  const { from, to, cc, bcc } = people;
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
    attachments: attachments.map(({ name, mediaType, content }) => ({ name, type: mediaType, size: content.length })),
  };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** A date in ISO 8601; an invalid one stays as it is written. */
function dateOf(written: string | undefined): string | null {
  if (written === undefined) return null;
  const date = new Date(written.slice(0, 100));
  return Number.isNaN(date.getTime()) ? written : date.toISOString();
}
