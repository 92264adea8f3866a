import { ConversionError } from '../../conversion/errors.ts';

/** What is told of a font that is damaged. */
export const DAMAGED = 'The font is damaged or incomplete.';

/** The error for such a font. */
export function unreadable(reason: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', DAMAGED, { cause: reason });
}

/** The error for a font of a kind that cannot become what is asked for. */
export function unsupported(sentence: string): ConversionError {
  return new ConversionError('UNSUPPORTED_CONVERSION', sentence);
}

/** The error for a font that would take too much. */
export function tooComplex(sentence: string, cause?: unknown): ConversionError {
  return new ConversionError('TOO_COMPLEX', sentence, { cause });
}
