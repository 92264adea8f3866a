import { ConversionError } from '../../../conversion/errors.ts';
import { unreadableAs, unreadableFile } from '../../refusals.ts';

/** Limits of mails and mailboxes. */
export const LIMITS = {
  /** Parts of a mail, and lines that could be the beginning of one. */
  parts: 10_000,
  /** The nesting of parts. */
  depth: 50,
  /** Bytes of all headers. */
  headers: 256 * 1024,
  /** Soft line breaks (format=flowed): joining the lines takes quadratic time. */
  wrappedLines: 100_000,
  /** Mails of a mailbox. */
  mails: 1000,
} as const;

/** The error for a mail that is damaged, or none; the cause goes to the log only. */
export const unreadableMail = unreadableAs(
  'The mail is damaged or incomplete. Open it in its mail program and save it again.',
);

/**
 * Refuses mails that are encrypted, or within an S/MIME signature, by their content type.
 * @throws ConversionError PASSWORD_PROTECTED, UNREADABLE_FILE
 */
export function refuseEncrypted(contentType: string): void {
  const smime = /^\s*application\/(?:x-)?pkcs7-mime/i.test(contentType);
  if (smime && /smime-type\s*=\s*"?signed-data/i.test(contentType)) {
    throw unreadableFile(
      'The mail is inside its signature (S/MIME). Open it in a mail program, and forward or save it unsigned.',
    );
  }
  if (!smime && !/^\s*multipart\/encrypted/i.test(contentType)) return;
  throw new ConversionError(
    'PASSWORD_PROTECTED',
    'The mail is encrypted. Open it in your mail program, and save it decrypted.',
  );
}
