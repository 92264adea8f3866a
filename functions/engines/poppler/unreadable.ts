import { ConversionError } from '../../conversion/errors.ts';

/** The error for a file that is damaged or incomplete; the reason goes to the log only. */
export function unreadable(reason: unknown): ConversionError {
  return new ConversionError(
    'UNREADABLE_FILE',
    'The PDF file is damaged or incomplete. Open it in a PDF viewer and save it anew.',
    { cause: reason },
  );
}
