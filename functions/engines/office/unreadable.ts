import type { ConversionError } from '../../conversion/errors.ts';
import { unreadableFile } from '../refusals.ts';

/** The failure of a source that is damaged, or not what its format says; the reason goes to the log only. */
export function unreadable(cause: unknown): ConversionError {
  return unreadableFile(
    'The document is damaged, incomplete or too complex, and cannot be opened. Open it where it was made and save it anew.',
    cause,
  );
}
