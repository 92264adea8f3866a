import { unreadableAs } from '../refusals.ts';

/** What a DjVu file may cost, beyond what a PDF file may. */
export const LIMITS = {
  /** The text of all pages with the places of its words, in MB. */
  text: 64,
  /** All pages as a PDF file, in MB. */
  pdf: 500,
} as const;

/** What is told of a file that is damaged. */
export const DAMAGED = 'The DjVu file is damaged or incomplete.';

/** The error for such a file. */
export const unreadable = unreadableAs(DAMAGED);
