import { ConversionError } from '../../conversion/errors.ts';

/** The error for a model that is damaged, or incomplete. */
export function unreadable(reason: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', 'The model is damaged or incomplete.', { cause: reason });
}

/** The error for a model that would take too much. */
export function tooComplex(reason: unknown): ConversionError {
  const sentence = 'The model takes more time or memory than is given to one.';
  return new ConversionError('TOO_COMPLEX', sentence, { cause: reason });
}

/** The error for a model of a kind that cannot become what is asked for. */
export function unsupported(sentence: string): ConversionError {
  return new ConversionError('UNSUPPORTED_CONVERSION', sentence);
}

/** The error for a model of points or lines. */
export function withoutSurfaces(): ConversionError {
  return unsupported('The model has no surfaces, or points and lines beside them, which cannot be converted.');
}
