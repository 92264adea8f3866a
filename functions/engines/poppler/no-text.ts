import type { ConversionError } from '../../conversion/errors.ts';
import { unsupported } from '../refusals.ts';

/** The refusal of a file of which no page has text; where text can be read from pictures, that is done then. */
export function noText(): ConversionError {
  return unsupported(
    'The PDF file holds no text: its pages are pictures or drawings, as from a scanner. Convert it to png or jpg instead.',
  );
}
