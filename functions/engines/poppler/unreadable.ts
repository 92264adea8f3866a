import { unreadableAs } from '../refusals.ts';

/** The message to the client about a damaged file. */
export const DAMAGED = 'The PDF file is damaged or incomplete. Open it in a PDF viewer and save it anew.';

/** The error for such a file; the reason is only logged. */
export const unreadable = unreadableAs(DAMAGED);

/** The message to the client about a file that a password protects. */
export function passwordProtected(advice: string): string {
  return `The PDF file is protected by a password. ${advice}`;
}

/** The message about an encryption that is not supported. */
export const UNSUPPORTED_ENCRYPTION = passwordProtected('It is locked in a way that cannot be opened here.');
