import { tooComplex } from '../refusals.ts';

/** The limits of recognition. A dense page takes three seconds, and two are recognised at a time. */
export const LIMITS = {
  pages: 200,
  /** The time limit of a job, in seconds. */
  seconds: 480,
} as const;

/**
 * Refuses files with too many pages to read.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPages(count: number): void {
  if (count > LIMITS.pages)
    throw tooComplex(
      `The file has ${count} pages without text; text is recognised on at most ${LIMITS.pages}. Split the file first.`,
    );
}
