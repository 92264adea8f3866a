import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import { tooComplex } from '../../refusals.ts';
import { withFileNames } from './attachment-names.ts';
import { checkEnd } from './check-end.ts';
import type { Mail, MailAttachment, Person } from './mail.ts';
import { LIMITS, refuseEncrypted, unreadableMail } from './refusals.ts';

const ADDRESSES = [
  ['From', 'from'],
  ['To', 'to'],
  ['Cc', 'cc'],
  ['Bcc', 'bcc'],
] as const;

/**
 * Reads a mail (RFC 5322, MIME). Mails within it are part of its body, unless they are attachments.
 * @param inMailbox whether it comes from a mailbox, so that it may lack the headers of a mail
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function readEml(bytes: Buffer, inMailbox = false): Promise<Mail> {
  checkParts(bytes);
  const email = await parse(bytes);
  const header = (name: string) => email.headers.find(({ key }) => key === name)?.value ?? '';
  refuseEncrypted(header('content-type'));
  checkEnd(bytes, header('content-type'));
  const headers = [
    ...ADDRESSES.map(([shown, key]) => [shown, addressesOf(email[key])] as const),
    ['Date', header('date')] as const,
    ['Subject', email.subject ?? ''] as const,
  ].filter(([, value]) => value.trim() !== '');
  if (headers.length === 0 && !isMailWithoutSender(email, inMailbox)) throw unreadableMail('no header');
  const { from, to, cc, bcc } = email;
  const people = { from: peopleOf(from), to: peopleOf(to), cc: peopleOf(cc), bcc: peopleOf(bcc) };
  const attachments = withFileNames(email.attachments.map(attachmentOf));
  return { headers, people, html: email.html, text: email.text, attachments };
}

/** Drafts and mails of programs in a mailbox may lack sender, subject and date, but not a body. */
function isMailWithoutSender({ text, html, attachments }: Email, inMailbox: boolean): boolean {
  return inMailbox && (/\S/.test(text ?? '') || /\S/.test(html ?? '') || attachments.length > 0);
}

function checkParts(bytes: Buffer): void {
  if (count(bytes, '\n--') > LIMITS.parts) throw tooComplex(`The mail has more than ${LIMITS.parts} parts.`);
  if (count(bytes, ' \n') + count(bytes, ' \r\n') > LIMITS.wrappedLines)
    throw tooComplex(`The mail has more than ${LIMITS.wrappedLines} soft line breaks (format=flowed).`);
}

function count(bytes: Buffer, mark: string): number {
  let found = 0;
  for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + mark.length)) found++;
  return found;
}

async function parse(bytes: Buffer): Promise<Email> {
  try {
    return await PostalMime.parse(bytes, {
      rfc822Attachments: false,
      maxNestingDepth: LIMITS.depth,
      maxHeadersSize: LIMITS.headers,
    });
  } catch (error) {
    if (/^Maximum /.test((error as Error).message)) {
      throw tooComplex('The mail has headers that are too large, or parts that are nested too deeply.', error);
    }
    throw unreadableMail(error);
  }
}

function addressesOf(given: Address | readonly Address[] | undefined): string {
  const addresses = given === undefined ? [] : [given].flat();
  return addresses.map((each) => (each.group ? `${each.name}: ${addressesOf(each.group)};` : mailbox(each))).join(', ');
}

/** All persons, with those of groups. */
function peopleOf(given: Address | readonly Address[] | undefined): Person[] {
  const addresses = given === undefined ? [] : [given].flat();
  return addresses.flatMap(({ name, address = '', group }) => group?.flatMap(peopleOf) ?? [{ name, address }]);
}

/** A name and an address, as mail programs show them. */
export function mailbox({ name = '', address = '' }: { readonly name?: string; readonly address?: string }): string {
  if (name === '' || name === address) return address;
  return address === '' ? name : `${name} <${address}>`;
}

function attachmentOf({ filename, mimeType, contentId, content }: Attachment): MailAttachment {
  const bytes = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as Uint8Array);
  return { name: filename ?? '', mediaType: mimeType, content: bytes, contentId: contentId?.replace(/^<|>$/g, '') };
}
