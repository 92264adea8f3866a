import type { ConversionError } from '../../conversion/errors.ts';
import { unreadableFile } from '../refusals.ts';
import { unreadable } from './limits.ts';
import type { Readable } from './readers.ts';
import { LINES_BEFORE } from './texts/typst-functions.ts';

/** The position at which pandoc failed. */
const POSITION = /\(line (\d{1,9}), column \d{1,9}\)/;
/** A syntax error; other errors are of code that pandoc has parsed, but could not evaluate. */
const SYNTAX_ERROR = /^(?:unexpected|expecting)\b/m;
const ENDLESS_MACRO = /^Loop encountered in expanding macro/m;

/** Texts whose line numbers change before pandoc reads them. */
const REPAIRED: readonly Readable[] = ['ris', 'man'];

/**
 * The error for a text that pandoc cannot read, with the line: of Typst and TeX, which are languages, pandoc knows only a
 * part.
 * @param failure pandoc's message
 */
export function readingFailure(failure: string, format: Readable): ConversionError {
  const message = REPAIRED.includes(format) ? undefined : messageFor(failure, format);
  return message === undefined ? unreadable(failure) : unreadableFile(message, failure);
}

function messageFor(failure: string, format: Readable): string | undefined {
  if (ENDLESS_MACRO.test(failure)) return 'A macro of the document calls itself without end. Correct it and try again.';
  const position = POSITION.exec(failure)?.[1];
  if (position === undefined) return undefined;
  const line = format === 'typ' ? Number(position) - LINES_BEFORE : position;
  if (format === 'typ' && !SYNTAX_ERROR.test(failure))
    return `The code in line ${line} of the document cannot be evaluated: only some functions of Typst are supported. Replace it by its result, or make a PDF with Typst and convert that.`;
  return `The document cannot be read from line ${line} on: the syntax there is incomplete or not supported. Check that line and try again.`;
}
