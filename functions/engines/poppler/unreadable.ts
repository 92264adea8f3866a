import { unreadableAs } from '../refusals.ts';

/** The message to the client about a damaged file. */
export const DAMAGED = 'The PDF file is damaged or incomplete. Open it in a PDF viewer and save it anew.';

/** The error for such a file; the reason is only logged. */
export const unreadable = unreadableAs(DAMAGED);
