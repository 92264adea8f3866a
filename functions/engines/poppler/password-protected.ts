/** What is told of a file that a password protects. */
export function passwordProtected(advice: string): string {
  return `The PDF file is protected by a password. ${advice}`;
}

/** What is told of one whose encryption is not known. */
export const UNSUPPORTED_ENCRYPTION = passwordProtected('It is locked in a way that cannot be opened here.');
