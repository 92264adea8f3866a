import type { FormatName } from '../conversion/formats.ts';
import { formatOfFilename } from '../conversion/formats.ts';
import type { Detect } from './sample.ts';

/** How many bytes and lines of a file are searched for headers. */
const LOOKED_AT = 64 * 1024;
const MOST_LINES = 500;

/** The line in front of each mail of an mbox, with the time at its end. */
const MAILBOX = /^From \S{1,320} {1,2}[^\r\n]{0,40}\d{1,2}:\d\d[^\r\n]{0,40}\r?\n/;
const HEADER = /^([!-9;-~]{1,76})[ \t]?:/;

/** Headers of the sender, and headers of transport: a text may begin with some of them, but not with both. */
const SENDER = ['from', 'return-path', 'received', 'sender'];
const CARRIED = ['message-id', 'received', 'mime-version', 'dkim-signature', 'delivered-to', 'return-path'];
const USUAL = [...SENDER, ...CARRIED, 'to', 'cc', 'bcc', 'date', 'subject', 'reply-to', 'content-type', 'x-mailer'];
/** A header of MHTML, which is a mail otherwise; older browsers do not write it. */
const PAGE = 'snapshot-content-location';

/** Detects mails. They have no signature, so that several headers are needed. */
export const detectMail: Detect = ({ head, filename, guess }) => {
  if (guess) return undefined;
  const text = head.toString('latin1', 0, LOOKED_AT).replace(/^(?:\xef\xbb\xbf)?\s{0,8}/, '');
  const mailbox = MAILBOX.exec(text);
  const claimed = formatOfFilename(filename);
  if (mailbox) return claimed === 'mbox' || headersOf(text.slice(mailbox[0].length)).some(isUsual) ? 'mbox' : undefined;
  const names = headersOf(text);
  // Some programs leave out the empty line after the headers.
  if (names.includes(PAGE) || (claimed === 'mhtml' && /^mime-version[ \t]*:/im.test(text))) return 'mhtml';
  return isMail(names, claimed) ? 'eml' : undefined;
};

const isUsual = (name: string) => USUAL.includes(name);

function isMail(names: readonly string[], claimed: FormatName | undefined): boolean {
  if (claimed === 'eml') return names.filter(isUsual).length >= 2;
  const has = (wanted: readonly string[]) => wanted.some((name) => names.includes(name));
  return has(SENDER) && has(CARRIED) && has(['date', 'received']) && names.filter(isUsual).length >= 4;
}

/** The lower-case names of the headers at the beginning of a text; none where a line is not a header. */
function headersOf(text: string): string[] {
  const names: string[] = [];
  for (const line of text.split(/\r?\n/, MOST_LINES)) {
    if (line === '') return names;
    if (/^[ \t]/.test(line) && names.length > 0) continue;
    const name = HEADER.exec(line)?.[1];
    if (name === undefined) return [];
    names.push(name.toLowerCase());
  }
  return names;
}
