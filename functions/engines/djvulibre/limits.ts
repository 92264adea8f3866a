import { unreadableAs } from '../refusals.ts';

/** What a DjVu file may cost, beyond what a PDF file may. */
export const LIMITS = {
  /** Pages, and parts that pages share, of a file. */
  parts: 20_000,
  /** Pixels of a page: they are all in memory, more than once. */
  pixels: 100_000_000,
  /** The text of all pages with the places of its words, in MB. */
  text: 64,
  /** All pages as a PDF file, in MB. */
  pdf: 500,
} as const;

/** What is told of a file that is damaged. */
export const DAMAGED = 'The DjVu file is damaged or incomplete.';

/** The error for such a file. */
export const unreadable = unreadableAs(DAMAGED);
