import { ConversionError } from '../../conversion/errors.ts';
import { quote } from '../../conversion/quote.ts';
import { unreadableAs, unreadableFile, unsupported } from '../refusals.ts';

/** What the client learns of an archive that is damaged, or incomplete. */
export const DAMAGED = 'The archive is damaged or incomplete.';

/** The error for such an archive. */
export const unreadable = unreadableAs(DAMAGED);

/** The error for an archive in which one file is not what its checksum says. */
export class DamagedMember extends ConversionError {
  constructor(name: string, cause: unknown) {
    super('UNREADABLE_FILE', `The archive is damaged: ${quote(name)} in it cannot be read.`, { cause });
  }
}

/** The error for an archive with something in it that is not taken over. */
export function refused(name: string, why: string): ConversionError {
  return unsupported(`The archive holds ${quote(name)}, ${why}`);
}

/** The error for an archive that a password locks. */
export function passwordProtected(given: boolean): ConversionError {
  const advice = given ? 'The option "password" does not open it.' : 'Give it in the option "password".';
  return new ConversionError('PASSWORD_PROTECTED', `The archive is protected by a password. ${advice}`);
}

/** The error for an archive that is locked in a way that is not opened here. */
export function unsupportedEncryption(): ConversionError {
  return new ConversionError(
    'PASSWORD_PROTECTED',
    'The archive is protected by a password, in a way that cannot be opened here. Unlock it first.',
  );
}

/** The error for an archive in which there is nothing. */
export function emptyArchive(): ConversionError {
  return unreadableFile('No files were found in the archive.');
}

/** The error for an archive with a member that a tool cannot decompress. */
export class UnsupportedMethod extends ConversionError {
  constructor(cause: unknown) {
    const message = 'The archive holds a file in a method of compression that is not read here.';
    super('UNSUPPORTED_CONVERSION', message, { cause });
  }
}

/** The error for one part of an archive. */
export function incomplete(cause: unknown): ConversionError {
  const message = 'The archive is one part of several, and the others are missing.';
  return unreadableFile(message, cause);
}

/** The error for a disk image whose files cannot be got at. */
export function noFileSystem(): ConversionError {
  return unsupported('The disk image holds several volumes, or one in a file system that is not read here.');
}

/** The error for a disk image with hard links, which 7-Zip unpacks as empty files. */
export function hardLinksInImage(): ConversionError {
  return unsupported(
    'The disk image holds files or folders with hard links, which are not read here. Copy its files instead.',
  );
}

/** The error for a disc with something on it that its files cannot be told from. */
export function linksOnDisc(): ConversionError {
  const message =
    'The disc image holds symbolic links or devices in UDF, which are not read here. Copy its files instead.';
  return unsupported(message);
}
