import { escapeXml } from '../../entities.ts';
import { cleanHtml } from './clean-html.ts';
import type { Mail, MailAttachment } from './mail.ts';

const STYLE = `
body { font-family: sans-serif; margin: 1em; }
th { text-align: left; vertical-align: top; padding-right: 1em; white-space: nowrap; }
pre { white-space: pre-wrap; font-family: monospace; }
img { max-width: 100%; }
`;

/** Picture types that every program shows, and that are safe. */
const PICTURE = /^image\/(?:png|jpeg|gif|webp|bmp)$/i;

/** Renders a mail as an HTML page with its headers, attachments and body, which fetches nothing. */
export function renderMail(mail: Mail): string {
  const { html, linkedPictures } = bodyOf(mail);
  const subject = mail.headers.find(([name]) => name === 'Subject')?.[1] ?? 'Mail';
  const rows = mail.headers.map(([name, value]) => `<tr><th>${name}</th><td>${shown(value)}</td></tr>\n`);
  const pictures =
    linkedPictures === 0 ? '' : `<p><small>Pictures on the internet, not fetched: ${linkedPictures}</small></p>\n`;
  // The body comes last, as it may leave elements open.
  return [
    `<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n<title>${shown(subject)}</title>\n<style>${STYLE}</style>\n`,
    `</head>\n<body>\n<table>\n${rows.join('')}${attachmentRow(mail)}</table>\n${pictures}<hr>\n${html}\n</body>\n</html>\n`,
  ].join('');
}

/** The name of an attachment, and its size for people. */
export function nameAndSize({ name, content: { length } }: MailAttachment): string {
  if (length < 1000) return `${name} (${length} bytes)`;
  return `${name} (${length < 1_000_000 ? `${Math.round(length / 1000)} kB` : `${(length / 1_000_000).toFixed(1)} MB`})`;
}

/** A mail as plain text: headers, an empty line, the body, and a list of the attachments. */
export function plainMail({ headers, text = '', attachments }: Mail): string {
  const lines = headers.map(([name, value]) => `${name}: ${value.replace(/\s+/g, ' ')}`);
  const files = attachments.map((attachment) => `- ${nameAndSize(attachment)}`);
  const list = files.length === 0 ? [] : ['', 'Attachments:', ...files];
  return `${[...lines, '', text.replace(/\r\n?/g, '\n').trimEnd(), ...list].join('\n')}\n`;
}

function attachmentRow({ attachments }: Mail): string {
  if (attachments.length === 0) return '';
  const items = attachments.map((attachment) => shown(nameAndSize(attachment)));
  return `<tr><th>Attachments</th><td>${items.join('<br>')}</td></tr>\n`;
}

function bodyOf({ html, text = '', attachments }: Mail) {
  if (html === undefined) return { html: `<pre>${shown(text)}</pre>`, linkedPictures: 0 };
  const pictures = new Map(
    attachments
      .filter(({ mediaType, contentId }) => contentId !== undefined && PICTURE.test(mediaType))
      .map(({ mediaType, contentId = '', content }) => [
        contentId,
        () => `data:${mediaType.toLowerCase()};base64,${content.toString('base64')}`,
      ]),
  );
  return cleanHtml(html, (contentId) => pictures.get(contentId)?.());
}

/** Escapes a text, without the characters that XML forbids. */
function shown(text: string): string {
  return escapeXml(text.replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
}
