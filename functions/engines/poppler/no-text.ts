import type { ConversionError } from '../../conversion/errors.ts';
import { unsupported } from '../refusals.ts';

/** The error for a file without text. Where text can be recognised, another engine takes over. */
export function noText(): ConversionError {
  return unsupported(
    'The PDF file holds no text: its pages are pictures or drawings, as from a scanner. Convert it to png or jpg instead.',
  );
}

/** The error for a file whose fonts do not say which letters they draw; likewise. */
export function noLetters(): ConversionError {
  return unsupported(
    'The text of the PDF file cannot be read: its fonts do not say which letters they draw. Convert it to docx or txt, for which they are recognised where text recognition is on, or to png.',
  );
}
