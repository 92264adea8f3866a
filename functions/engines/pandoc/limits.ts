import { ConversionError } from '../../conversion/errors.ts';
import { secondsForSize } from '../seconds-for-size.ts';

/** What pandoc may take for one document. */
export const LIMITS = {
  /** Processor time of one run, in seconds. */
  seconds: 60,
  /** Processor time of reading a text: of any, and of each million bytes of it. */
  reading: { seconds: 10, secondsForMillion: 20 },
  /** What its own memory management may take, in MB; and what the process may, of which that is a part. */
  heap: 512,
  memory: 900,
  /** The largest file that it may write, in MB. */
  fileSize: 256,
  /** The largest document between reading and writing, in bytes: it is held in memory. */
  tree: 100_000_000,
  /** Pictures of a document, and the bytes of all of them. */
  pictures: 2000,
  pictureBytes: 200_000_000,
} as const;

/**
 * Processor time that a text is read in, in seconds. Most readers take the square of some repeated mark, some its cube or
 * more: 2000 characters of Jira took more than eleven. Ordinary texts took 1 to 9 seconds for a million bytes, so that a
 * text which takes several times as long need not be waited for as long as the largest.
 * @param size in bytes
 */
export function readingSeconds(size: number): number {
  return secondsForSize(size, { ...LIMITS.reading, most: LIMITS.seconds });
}

/** The error for a document that takes more than is given to one. */
export function tooComplex(message: string, cause?: unknown): ConversionError {
  return new ConversionError('TOO_COMPLEX', message, { cause });
}

/** The error for a document that pandoc does not understand. */
export function unreadable(cause: unknown): ConversionError {
  return new ConversionError(
    'UNREADABLE_FILE',
    'The document is damaged, incomplete or not what its name says, and cannot be read. Check it and try again.',
    { cause },
  );
}
