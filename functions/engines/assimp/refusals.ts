import { ConversionError } from '../../conversion/errors.ts';

/** What is told of a model that is damaged, or takes too much. */
export const DAMAGED = 'The model is damaged or incomplete.';
export const TOO_MUCH = 'The model takes more time or memory than is given to one.';

/** The error for a model that is damaged, or incomplete. */
export function unreadable(reason: unknown): ConversionError {
  return new ConversionError('UNREADABLE_FILE', DAMAGED, { cause: reason });
}

/** The error for a model that would take too much. */
export function tooComplex(reason: unknown): ConversionError {
  return new ConversionError('TOO_COMPLEX', TOO_MUCH, { cause: reason });
}

/** The error for a model of a kind that cannot become what is asked for. */
export function unsupported(sentence: string): ConversionError {
  return new ConversionError('UNSUPPORTED_CONVERSION', sentence);
}

/** The error for a model of points or lines. */
export function withoutSurfaces(): ConversionError {
  return unsupported('The model has no surfaces, or points and lines beside them, which cannot be converted.');
}
