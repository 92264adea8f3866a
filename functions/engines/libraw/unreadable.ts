import { unreadableAs } from '../refusals.ts';

/** The message to the client about a file that is damaged, or from an unsupported camera. */
export const DAMAGED =
  'The raw picture is damaged, incomplete or from a camera that is not supported. Save it as an uncompressed DNG, or as a TIFF.';

/** The error for such a file; the reason goes to the log only. */
export const unreadable = unreadableAs(DAMAGED);
