import { unreadableAs } from '../refusals.ts';

/** The error for a source that is damaged, or not of its format; the cause goes to the log only. */
export const unreadable = unreadableAs(
  'The document is damaged, incomplete or too complex, and cannot be opened. Open it in its own program and save it again.',
);
