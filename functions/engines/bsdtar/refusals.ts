import { ConversionError } from '../../conversion/errors.ts';
import { quote } from '../../conversion/quote.ts';
import { unreadableAs, unreadableFile, unsupported } from '../refusals.ts';

/** The message to the client about a damaged or incomplete archive. */
export const DAMAGED = 'The archive is damaged or incomplete.';

/** The error for such an archive. */
export const unreadable = unreadableAs(DAMAGED);

/** The error for an archive in which the checksum of a file is wrong. */
export class DamagedMember extends ConversionError {
  constructor(name: string, cause: unknown) {
    super('UNREADABLE_FILE', `The archive is damaged: ${quote(name)} in it cannot be read.`, { cause });
  }
}

/** The error for an archive with an unsupported entry. */
export function refused(name: string, why: string): ConversionError {
  return unsupported(`The archive holds ${quote(name)}, ${why}`);
}

/** The error for an archive that is protected by a password. */
export function passwordProtected(given: boolean): ConversionError {
  const advice = given ? 'The option "password" does not open it.' : 'Give it in the option "password".';
  return new ConversionError('PASSWORD_PROTECTED', `The archive is protected by a password. ${advice}`);
}

/** The error for an archive with an unsupported encryption. */
export function unsupportedEncryption(): ConversionError {
  return new ConversionError(
    'PASSWORD_PROTECTED',
    'The archive is protected by a password, with an encryption that is not supported. Unlock it first.',
  );
}

/** The error for an archive with a member that a tool cannot decompress. */
export class UnsupportedMethod extends ConversionError {
  constructor(cause: unknown) {
    const message = 'The archive holds a file with a compression method that is not supported.';
    super('UNSUPPORTED_CONVERSION', message, { cause });
  }
}

/** The error for a single volume of a split archive. */
export function incomplete(cause: unknown): ConversionError {
  const message = 'The archive is one part of several, and the others are missing.';
  return unreadableFile(message, cause);
}
