import type { ConversionError } from '../../conversion/errors.ts';
import { tooComplex as refuse, unreadableAs, unsupported } from '../refusals.ts';

export const DAMAGED = 'The model is damaged or incomplete.';
export const TOO_MUCH = 'The model needs more memory or time than one conversion may use. Simplify it first.';

export const unreadable = unreadableAs(DAMAGED);

export function tooComplex(reason: unknown): ConversionError {
  return refuse(TOO_MUCH, reason);
}

/** The error for a model of points or lines. */
export function withoutSurfaces(): ConversionError {
  return unsupported('The model has no surfaces, or has points or lines as well, which cannot be converted.');
}
