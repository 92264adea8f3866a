import { unreadableAs } from '../refusals.ts';

/** What is told of a file that is damaged, or of a camera that is not known. */
export const DAMAGED =
  'The raw picture is damaged, incomplete or of a camera that cannot be read here. Save it as an uncompressed DNG, or as a TIFF.';

/** The error for such a file; the reason goes to the log only. */
export const unreadable = unreadableAs(DAMAGED);
