import { ConversionError } from '../../../conversion/errors.ts';

/** What the client learns of a file that is damaged or not what it claims to be. */
export const DAMAGED =
  'The file is damaged, incomplete or of a kind that cannot be read. Play it in a media player and save it anew.';

/** The error for such a file; the reason goes to the log only. */
export function unreadable(reason: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', DAMAGED, { cause: reason });
}

/** The error for a file of a kind that is known, and cannot be read: what kind that is and what helps, and the reason for the log. */
export function unreadableKind(message: string, reason: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', message, { cause: reason });
}

/** The error for a file that ends before its end. */
export function cutOff(stated: number, found: number, reason?: unknown): ConversionError {
  return new ConversionError(
    'UNREADABLE_FILE',
    `The file is damaged or incomplete: it should last ${inSeconds(stated)}, but only ${inSeconds(found)} of it can be read. Upload the whole file.`,
    { cause: reason },
  );
}

function inSeconds(duration: number): string {
  return `${Number(duration.toFixed(1))} seconds`;
}
