import type { ConversionError } from '../../conversion/errors.ts';
import { unsupported } from '../refusals.ts';

/** The error for a file without text. Where text can be recognised, another engine takes over. */
export function noText(): ConversionError {
  return unsupported(
    'The PDF file holds no text: its pages are pictures or drawings, as from a scanner. Convert it to png or jpg instead.',
  );
}
