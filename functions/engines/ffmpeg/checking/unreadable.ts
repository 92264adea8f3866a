import type { ConversionError } from '../../../conversion/errors.ts';
import { unreadableAs, unreadableFile } from '../../refusals.ts';

/** The message to the client about a file that is damaged, or not of the format it claims. */
export const DAMAGED =
  'The file is damaged, incomplete or of a kind that cannot be read. Open it in a player or viewer and save it anew.';

/** The error for such a file; the reason is only logged. */
export const unreadable = unreadableAs(DAMAGED);

/** The error for a truncated file. */
export function truncated(stated: number, found: number, reason?: unknown): ConversionError {
  return unreadableFile(
    `The file is damaged or incomplete: it should last ${inSeconds(stated)}, but only ${inSeconds(found)} of it can be read. Upload the whole file.`,
    reason,
  );
}

function inSeconds(duration: number): string {
  return `${Number(duration.toFixed(1))} seconds`;
}
