import type { ConversionError } from '../../conversion/errors.ts';
import { unreadableFile } from '../refusals.ts';
import { unreadable } from './limits.ts';
import type { Readable } from './readers.ts';
import { LINES_BEFORE } from './texts/typst-functions.ts';

/** Where pandoc has stopped to read a text. */
const PLACE = /\(line (\d{1,9}), column \d{1,9}\)/;
/** How it tells that it expected something else there; all else it tells of what it has read, and could not work out. */
const EXPECTED_ELSE = /^(?:unexpected|expecting)\b/m;
const ENDLESS_MACRO = /^Loop encountered in expanding macro/m;

/** Texts whose lines are others before pandoc reads them. */
const MENDED: readonly Readable[] = ['ris', 'man'];

/**
 * Why a text cannot be read. Most of what pandoc refuses is damaged; but of Typst and TeX, which are languages, it knows
 * a part only, and the line is where a reader can see which it is.
 * @param failure what pandoc says of it
 */
export function readingFailure(failure: string, format: Readable): ConversionError {
  const message = MENDED.includes(format) ? undefined : messageFor(failure, format);
  return message === undefined ? unreadable(failure) : unreadableFile(message, failure);
}

function messageFor(failure: string, format: Readable): string | undefined {
  if (ENDLESS_MACRO.test(failure)) return 'A macro of the document calls itself without end. Correct it and try again.';
  const place = PLACE.exec(failure)?.[1];
  if (place === undefined) return undefined;
  const line = format === 'typ' ? Number(place) - LINES_BEFORE : place;
  if (format === 'typ' && !EXPECTED_ELSE.test(failure))
    return `The code in line ${line} of the document cannot be worked out: only a part of the functions of Typst is known here. Put what it makes in its place, or make a PDF with Typst and convert that.`;
  return `The document cannot be read from line ${line} on: something there is not complete, or written in a way that is not known here. Check that line and try again.`;
}
