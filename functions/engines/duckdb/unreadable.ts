import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';
import { LIMITS } from './limits.ts';

/** The error for a source that is not valid in its format. */
export function unreadable(format: FormatName, cause: unknown): ConversionError {
  const message = `The ${format} file is damaged, or not a valid ${format} file.`;
  return unreadableFile(message, cause);
}

/** DuckDB's errors where memory or disk is exhausted. */
const EXHAUSTED =
  /^(?:Out of Memory Error|IO Error: Could not write|IO Error: .{0,200}(?:No space left|File too large))/;

/** DuckDB's error where a row is longer than it reads; the row itself comes before. */
const TOO_LONG = '\nMaximum line size of ';

/** Node's codes where a file or the disk is full. */
const FULL: readonly (string | undefined)[] = ['EFBIG', 'ENOSPC', 'EDQUOT'];

/** Makes an error for the client: our own stay, all others mean that the source is damaged. */
export function explain(error: unknown, format: FormatName): ConversionError {
  if (error instanceof ConversionError) return error;
  // Deep nesting exhausts the stack of a library; a large text exceeds the length of a string.
  if (error instanceof RangeError) return tooComplex('The file is nested too deeply, or too large.', error);
  if (error instanceof Error && (EXHAUSTED.test(error.message) || FULL.includes((error as NodeJS.ErrnoException).code)))
    return tooComplex('The file is too large when decompressed. Divide it first.', error);
  if (error instanceof Error && error.message.includes(TOO_LONG))
    return tooComplex(
      `A row is larger than the ${LIMITS.record / 1024 / 1024} MB that are converted (binary values as Base64).`,
      error,
    );
  return unreadable(format, error);
}
