import { ConversionError } from '../conversion/errors.ts';

/** The error for a file that is damaged, or not what its format says. The cause goes to the log only. */
export function unreadableFile(message: string, cause?: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', message, { cause });
}

/** Makes the error for files of a kind that are damaged, or not what their format says. */
export function unreadableAs(message: string): (cause: unknown) => ConversionError {
  return (cause) => unreadableFile(message, cause);
}

/** The error for a file that would take more than is given to one. */
export function tooComplex(message: string, cause?: unknown): ConversionError {
  return new ConversionError('TOO_COMPLEX', message, { cause });
}

/** The error for a file that cannot become what is asked for, though others of its format can. */
export function unsupported(message: string, cause?: unknown): ConversionError {
  return new ConversionError('UNSUPPORTED_CONVERSION', message, { cause });
}
