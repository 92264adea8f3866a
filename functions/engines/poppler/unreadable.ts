import { unreadableAs } from '../refusals.ts';

/** What is told of a file that is damaged. */
export const DAMAGED = 'The PDF file is damaged or incomplete. Open it in a PDF viewer and save it anew.';

/** The error for such a file; the reason goes to the log only. */
export const unreadable = unreadableAs(DAMAGED);
