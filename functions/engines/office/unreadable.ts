import { unreadableAs } from '../refusals.ts';

/** The failure of a source that is damaged, or not what its format says; the reason goes to the log only. */
export const unreadable = unreadableAs(
  'The document is damaged, incomplete or too complex, and cannot be opened. Open it where it was made and save it anew.',
);
