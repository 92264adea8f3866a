import { attachmentNames } from './attachment-names.ts';
import type { Mail } from './mail.ts';
import { sizeOf } from './render-mail.ts';

/** A mail as plain text: headers, an empty line, the body, and a list of the attachments. */
export function plainMail({ headers, text = '', attachments }: Mail): string {
  const lines = headers.map(([name, value]) => `${name}: ${value.replace(/\s+/g, ' ')}`);
  const names = attachmentNames(attachments);
  const files = attachments.map((attachment, index) => `- ${names[index]} (${sizeOf(attachment)})`);
  const list = files.length === 0 ? [] : ['', 'Attachments:', ...files];
  return `${[...lines, '', text.replace(/\r\n?/g, '\n').trimEnd(), ...list].join('\n')}\n`;
}
