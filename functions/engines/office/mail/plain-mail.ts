import type { Mail } from './mail.ts';
import { nameAndSize } from './render-mail.ts';

/** A mail as plain text: headers, an empty line, the body, and a list of the attachments. */
export function plainMail({ headers, text = '', attachments }: Mail): string {
  const lines = headers.map(([name, value]) => `${name}: ${value.replace(/\s+/g, ' ')}`);
  const files = attachments.map((attachment) => `- ${nameAndSize(attachment)}`);
  const list = files.length === 0 ? [] : ['', 'Attachments:', ...files];
  return `${[...lines, '', text.replace(/\r\n?/g, '\n').trimEnd(), ...list].join('\n')}\n`;
}
