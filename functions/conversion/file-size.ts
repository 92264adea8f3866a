import { LARGEST_UPLOAD } from './conversion.ts';
import { ConversionError } from './errors.ts';

/**
 * Refuses files with nothing in them, and those that are larger than may be uploaded.
 * @param size in bytes
 * @throws ConversionError EMPTY_FILE or FILE_TOO_LARGE
 */
export function checkFileSize(size: number): void {
  if (size === 0) throw new ConversionError('EMPTY_FILE', 'The file is empty: there is nothing to convert.');
  if (size > LARGEST_UPLOAD) throw fileTooLarge();
}

/** What is told of a file that is larger than may be uploaded. */
export function fileTooLarge(): ConversionError {
  return new ConversionError('FILE_TOO_LARGE', 'The file is larger than 100 MB.');
}
