import { ConversionError } from '../../conversion/errors.ts';

/** The error for a file that is damaged or not what it claims to be; the reason goes to the log only. */
export function unreadable(reason: unknown): ConversionError {
  return new ConversionError(
    'UNREADABLE_FILE',
    'The picture is damaged, incomplete or of a kind that cannot be read. Open it in a picture viewer and save it anew.',
    { cause: reason },
  );
}
