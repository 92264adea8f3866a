import type { Caller } from '../callers/caller.ts';
import { LARGEST_UPLOAD } from './conversion.ts';
import { ConversionError } from './errors.ts';

/**
 * Refuses empty files, and those that are larger than `LARGEST_UPLOAD`.
 * @param size in bytes
 * @throws ConversionError EMPTY_FILE or FILE_TOO_LARGE
 */
export function checkFileSize(size: number): void {
  if (size === 0) throw new ConversionError('EMPTY_FILE', 'The file is empty: there is nothing to convert.');
  if (size > LARGEST_UPLOAD) throw fileTooLarge();
}

/** The largest file that a caller may send, in bytes. */
export function largestFile({ plan }: Pick<Caller, 'plan'>): number {
  return Math.min(plan.largestFile ?? LARGEST_UPLOAD, LARGEST_UPLOAD);
}

/** Refuses a file that is larger than the plan of its caller allows. @throws ConversionError FILE_TOO_LARGE */
export function checkPlannedSize(size: number, caller: Pick<Caller, 'plan'>): void {
  const largest = largestFile(caller);
  if (size <= largest || largest === LARGEST_UPLOAD) return;
  throw new ConversionError('FILE_TOO_LARGE', `The file is larger than the ${largest} bytes that your plan allows.`);
}

/** The error of a file that is larger than may be uploaded. */
export function fileTooLarge(): ConversionError {
  return new ConversionError('FILE_TOO_LARGE', 'The file is larger than 100 MB.');
}
