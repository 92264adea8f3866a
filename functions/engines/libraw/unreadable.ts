import { ConversionError } from '../../conversion/errors.ts';

/** The error for a file that is damaged, or of a camera that is not known; the reason goes to the log only. */
export function unreadable(reason: unknown): ConversionError {
  return new ConversionError(
    'UNREADABLE_FILE',
    'The raw picture is damaged, incomplete or of a camera that cannot be read here. Save it as an uncompressed DNG, or as a TIFF.',
    { cause: reason },
  );
}
