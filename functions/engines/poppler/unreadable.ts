import type { ConversionError } from '../../conversion/errors.ts';
import { unreadableFile } from '../refusals.ts';

/** What is told of a file that is damaged. */
export const DAMAGED = 'The PDF file is damaged or incomplete. Open it in a PDF viewer and save it anew.';

/** The error for such a file; the reason goes to the log only. */
export function unreadable(reason: unknown): ConversionError {
  return unreadableFile(DAMAGED, reason);
}
