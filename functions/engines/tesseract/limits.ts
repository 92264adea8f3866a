import { tooComplex } from '../refusals.ts';

/** What reading a file may cost. A dense page takes three seconds, and two are read at a time. */
export const LIMITS = {
  /** Pages that are read. */
  pages: 200,
  /** The longest a file may take, in seconds; it is given up before that. */
  seconds: 480,
  /** After so long no further page is begun. */
  readingSeconds: 400,
} as const;

/**
 * Refuses files with too many pages to read.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPages(count: number): void {
  if (count > LIMITS.pages)
    throw tooComplex(
      `The text of ${count} pages would have to be read from their pictures; at most ${LIMITS.pages} are read. Split the file first.`,
    );
}

/**
 * Watches how long reading takes.
 * @returns to be called before each page; throws ConversionError TOO_COMPLEX
 */
export function watchTime(pages: number): () => void {
  const started = performance.now();
  let begun = 0;
  return () => {
    if (performance.now() - started > LIMITS.readingSeconds * 1000)
      throw tooComplex(
        `Of ${pages} pages only ${begun} could be read in the time there is for them. Split the file first.`,
      );
    begun++;
  };
}
