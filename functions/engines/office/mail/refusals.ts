import { ConversionError } from '../../../conversion/errors.ts';
import { unreadableAs, unreadableFile } from '../../refusals.ts';

/** What a mail may be made of. */
export const LIMITS = {
  /** Parts of a mail, and lines that could be the beginning of one. */
  parts: 10_000,
  /** How deep parts lie within parts. */
  depth: 50,
  /** Bytes of all headers. */
  headers: 256 * 1024,
  /** Lines that run on, where the sender wrapped them: putting them together takes the square of their number. */
  wrappedLines: 100_000,
  /** Mails of a mailbox. */
  mails: 1000,
} as const;

/** The failure of a mail that is damaged, or none; the reason goes to the log only. */
export const unreadableMail = unreadableAs(
  'The mail is damaged or incomplete. Open it in the mail program it came from and save it anew.',
);

/**
 * Refuses mails that only their receiver can open, by the type of their content.
 * @throws ConversionError PASSWORD_PROTECTED, UNREADABLE_FILE
 */
export function refuseSealed(contentType: string): void {
  const sealed = /^\s*application\/(?:x-)?pkcs7-mime/i.test(contentType);
  if (sealed && /smime-type\s*=\s*"?signed-data/i.test(contentType)) {
    throw unreadableFile(
      'The mail is packed into its signature (S/MIME). Open it in a mail program, and forward or save it unsigned.',
    );
  }
  if (!sealed && !/^\s*multipart\/encrypted/i.test(contentType)) return;
  throw new ConversionError(
    'PASSWORD_PROTECTED',
    'The mail is encrypted. Open it in your mail program, and save it decrypted.',
  );
}
