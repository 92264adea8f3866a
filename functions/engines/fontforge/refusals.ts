import type { ConversionError } from '../../conversion/errors.ts';
import { unreadableFile } from '../refusals.ts';

/** What is told of a font that is damaged. */
export const DAMAGED = 'The font is damaged or incomplete.';

/** The error for such a font. */
export function unreadable(reason: unknown): ConversionError {
  return unreadableFile(DAMAGED, reason);
}
