import { unreadable } from './unreadable.ts';

/** The JPEG decoder's summary of its warnings. */
const COUNT = /read gave (\d+) warnings/;
/** The TIFF decoder's warning about a truncated JPEG in the file, whose rest becomes grey. */
const ENDS_EARLY = /premature end of data segment|Premature end of JPEG/i;
/** The most bytes before a marker that are taken for padding, as some cameras write it, and not for damage. */
const MOST_JUNK = 1024;

/** Warnings that do not affect the pixels. */
const HARMLESS = [
  /Invalid SOS parameters for sequential JPEG/,
  /Unknown Adobe color transform code/,
  /unknown JFIF revision/,
  /Inconsistent progression sequence/,
];

/**
 * Refuses what a decoder warned of, where it did not stop: lost pixels of a JPEG, of which it names only the first fault, so
 * that at most one harmless warning is accepted. Other warnings of a TIFF pass: faulty fax lines are few and white, and
 * overlong runs lose nothing.
 * @throws ConversionError UNREADABLE_FILE
 */
export function checkWarnings(warnings: readonly string[]): void {
  const counts = warnings.flatMap((warning) => COUNT.exec(warning)?.[1] ?? []).map(Number);
  const isHarmful = counts.length > 0 && (Math.max(...counts) > 1 || !warnings.every(isHarmless));
  if (isHarmful || warnings.some((warning) => ENDS_EARLY.test(warning))) throw unreadable(warnings);
}

/** Whether a warning does not affect the pixels. */
export function isHarmless(warning: string): boolean {
  if (/^read gave|exif|icc|profile/i.test(warning) && !/VipsJpeg/.test(warning)) return true;
  const junk = /(?<!\d)(\d+) extraneous bytes before marker/.exec(warning)?.[1];
  if (junk !== undefined) return Number(junk) <= MOST_JUNK;
  return HARMLESS.some((pattern) => pattern.test(warning));
}
