import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { withArticle } from '../../conversion/with-article.ts';
import { tooComplex, unreadableFile } from '../refusals.ts';

/** What is told of a source that is not what its format says. */
export function unreadable(format: FormatName, cause: unknown): ConversionError {
  const message = `The ${format} file is damaged, or not quite ${withArticle(format)} file.`;
  return unreadableFile(message, cause);
}

/** What DuckDB says when it may use no more memory, or write no more. */
const EXHAUSTED =
  /^(?:Out of Memory Error|IO Error: Could not write|IO Error: .{0,200}(?:No space left|File too large))/;

/** What Node says when no more can be written. */
const FULL: readonly (string | undefined)[] = ['EFBIG', 'ENOSPC', 'EDQUOT'];

/** An error as the client is told it: our own as they are, all else means that the source is broken. */
export function explain(error: unknown, format: FormatName): ConversionError {
  if (error instanceof ConversionError) return error;
  // What is nested too deeply for a library has it run out of stack; what is too large, of memory for one text.
  if (error instanceof RangeError) return tooComplex('The file is nested too deeply, or too large.', error);
  if (error instanceof Error && (EXHAUSTED.test(error.message) || FULL.includes((error as NodeJS.ErrnoException).code)))
    return tooComplex('The file holds more than can be unpacked here.', error);
  return unreadable(format, error);
}
