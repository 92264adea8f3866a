import { tooComplex } from '../refusals.ts';

/** The limits of a PDF file. Measured: the worst file within them fits into the worker. */
export const LIMITS = {
  /** Pages that are converted. */
  pages: 500,
  /** Pages of a file of which only some are converted, or that is only rewritten. */
  filePages: 10_000,
  /** Pixels of a page's picture: a larger page is rendered at a lower resolution. */
  pixels: 30_000_000,
  /** Pixels of a picture's longer side, likewise; webp and avif hold no more. */
  side: 16_000,
  /** Bytes of all results of a file. */
  bytes: 1_000_000_000,
  /** Bytes of a web page. */
  html: 200_000_000,
  /** Bytes of text, which is held in memory. */
  text: 100_000_000,
} as const;

/**
 * Refuses files with too many pages.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPages(count: number, most: number = LIMITS.pages): void {
  if (count > most) throw tooComplex(`The file has ${count} pages; at most ${most} are converted. Split it first.`);
}

/**
 * Refuses too many chosen pages.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkChosen(count: number): void {
  if (count > LIMITS.pages)
    throw tooComplex(`${count} pages are chosen; at most ${LIMITS.pages} are converted. Choose fewer.`);
}

/**
 * Refuses what becomes too large.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkBytes(count: number, most: number = LIMITS.bytes): void {
  if (count > most) {
    throw tooComplex(
      `The result would be larger than ${most / 1_000_000} MB. Choose a lower quality or split the file first.`,
    );
  }
}
