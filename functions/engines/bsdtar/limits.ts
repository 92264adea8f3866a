import type { ConversionError } from '../../conversion/errors.ts';
import { tooComplex } from '../refusals.ts';

/** What an archive may cost. */
export const LIMITS = {
  /** Files, folders and links in it. */
  entries: 100_000,
  /** All that is in it, unpacked, in MB. */
  unpacked: 1500,
  /** The longest path, in bytes, and how many folders it may lead through: Windows has none that are longer. */
  path: 32_767,
  depth: 256,
  /** All paths together, in bytes. */
  paths: 32 * 1024 * 1024,
  /** What is known of one of its files beyond its content, in bytes. */
  header: 1024 * 1024,
} as const;

/** The error for an archive of more files than are taken. */
export function tooMany(): ConversionError {
  return tooComplex(
    `The archive holds more than ${LIMITS.entries.toLocaleString('en')} files and folders. Split it first.`,
  );
}

/** What the client learns of an archive that grows too large, or takes a tool too long. */
export const TOO_LARGE = `The archive holds more than ${LIMITS.unpacked.toLocaleString('en')} MB, unpacked, or takes too long. Split it first.`;

/** The error for an archive that grows too large. */
export function tooLarge(cause?: unknown): ConversionError {
  return tooComplex(TOO_LARGE, cause);
}

/** The error for names that take too much room. */
export function tooDeep(): ConversionError {
  return tooComplex('The names in the archive are too long, or its folders too deep.');
}
