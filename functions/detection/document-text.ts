import type { FormatName } from '../conversion/formats.ts';
import { foreignEncoding } from './legacy-encoding.ts';

/** Texts that only their name tells apart. */
const NAMED: readonly (FormatName | undefined)[] = ['txt', 'md', 'csv', 'tsv', 'html', 'xhtml'];

/** How much of a text in an old encoding must be plain characters of the western kind. */
const PLAIN_SHARE = 0.5;

/** The format of a text: what its name says where that can be, else plain text. Nothing where it is none. */
export function textFormat(head: Uint8Array, claimed: FormatName | undefined): FormatName | undefined {
  if (!isText(head)) return undefined;
  return NAMED.includes(claimed) ? claimed : 'txt';
}

function isText(head: Uint8Array): boolean {
  const [a, b] = head;
  if (a === 0xff && b === 0xfe) return isDecodable(head, 'utf-16le');
  if (a === 0xfe && b === 0xff) return isDecodable(head, 'utf-16be');
  return !hasControls(head) && (isDecodable(head, 'utf-8') || isLegacyText(head));
}

/** Whether it is all of that encoding; a character that the end cuts through does not count. */
function isDecodable(head: Uint8Array, encoding: string): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !text.includes('\u0000');
  } catch {
    return false;
  }
}

/** Control characters that no text has; tabulator, line ends, form feed and escape are in some. */
function hasControls(head: Uint8Array): boolean {
  return head.some(
    (byte) => (byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b && byte !== 0x1a) || byte === 0x7f,
  );
}

/** Text in an encoding of the time before Unicode is mostly of the characters that all of them share, or of known letters. */
function isLegacyText(head: Uint8Array): boolean {
  let plain = 0;
  for (const byte of head) if (byte < 0x80) plain++;
  return plain >= head.length * PLAIN_SHARE || foreignEncoding(head) !== undefined;
}
