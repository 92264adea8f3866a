import { ConversionError } from '../conversion/errors.ts';

/** The error for a file that is damaged or not of its format. The cause is only logged. */
export function unreadableFile(message: string, cause?: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', message, { cause });
}

/** Makes a function for such errors with a fixed message. */
export function unreadableAs(message: string): (cause: unknown) => ConversionError {
  return (cause) => unreadableFile(message, cause);
}

/** The error for a file beyond the limits. */
export function tooComplex(message: string, cause?: unknown): ConversionError {
  return new ConversionError('TOO_COMPLEX', message, { cause });
}

/** The error for a file that cannot be converted to the target, though others of its format can. */
export function unsupported(message: string, cause?: unknown): ConversionError {
  return new ConversionError('UNSUPPORTED_CONVERSION', message, { cause });
}

/** The error for pages on which nothing was recognised. */
export function noWordsFound(): ConversionError {
  return unsupported(
    'No words were found: the pages show none, or they are too small, too blurred, or in a script that is not supported.',
  );
}
