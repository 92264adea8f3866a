import type { ConversionError } from '../../conversion/errors.ts';
import { tooComplex } from '../refusals.ts';

/** The limits of an archive. */
export const LIMITS = {
  /** Files, folders and links. */
  entries: 100_000,
  /** All contents, unpacked, in MB. */
  unpacked: 1500,
  /** The longest path, in bytes, as on Windows, and its most folders. */
  path: 32_767,
  depth: 256,
  /** All paths together, in bytes. */
  paths: 32 * 1024 * 1024,
  /** The metadata of an entry, in bytes. */
  header: 1024 * 1024,
} as const;

/** The error for an archive with too many entries. */
export function tooMany(): ConversionError {
  return tooComplex(
    `The archive holds more than ${LIMITS.entries.toLocaleString('en')} files and folders. Split it first.`,
  );
}

/** The message to the client about an archive that is too large, or takes too long. */
export const TOO_LARGE = `The archive holds more than ${LIMITS.unpacked.toLocaleString('en')} MB, unpacked, or takes too long. Split it first.`;

/** The error for an archive that is too large. */
export function tooLarge(cause?: unknown): ConversionError {
  return tooComplex(TOO_LARGE, cause);
}

/** The error for names that are too long. */
export function tooDeep(): ConversionError {
  return tooComplex('The names in the archive are too long, or its folders too deep.');
}
