import { tooComplex } from '../refusals.ts';

/** The limits of recognition. A dense page takes three seconds, and two are recognised at a time. */
export const LIMITS = {
  pages: 200,
  /** The time limit of a job, in seconds; recognition stops earlier. */
  seconds: 480,
  /** After this time, no further page is started. */
  readingSeconds: 400,
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

/**
 * Limits the time of recognition.
 * @returns a function to be called before each page, which throws ConversionError TOO_COMPLEX
 */
export function watchTime(pages: number): () => void {
  const started = performance.now();
  let begun = 0;
  return () => {
    if (performance.now() - started > LIMITS.readingSeconds * 1000)
      throw tooComplex(
        `Only ${begun} of ${pages} pages could be recognised within the time limit. Split the file first.`,
      );
    begun++;
  };
}
