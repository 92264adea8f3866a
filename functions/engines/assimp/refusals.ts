import type { ConversionError } from '../../conversion/errors.ts';
import { tooComplex as refuse, unreadableAs, unsupported } from '../refusals.ts';

/** What is told of a model that is damaged, or takes too much. */
export const DAMAGED = 'The model is damaged or incomplete.';
export const TOO_MUCH = 'The model takes more time or memory than is given to one.';

/** The error for a model that is damaged, or incomplete. */
export const unreadable = unreadableAs(DAMAGED);

/** The error for a model that would take too much. */
export function tooComplex(reason: unknown): ConversionError {
  return refuse(TOO_MUCH, reason);
}

/** The error for a model of points or lines. */
export function withoutSurfaces(): ConversionError {
  return unsupported('The model has no surfaces, or points and lines beside them, which cannot be converted.');
}
