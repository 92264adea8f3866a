import { unreadableAs } from '../refusals.ts';

/** What a DjVu file may cost, beyond what a PDF file may. */
export const LIMITS = {
  /** The text of all pages with the boxes of its words, in MB. */
  text: 64,
  /** All pages as a PDF file, in MB. */
  pdf: 500,
} as const;

export const DAMAGED = 'The DjVu file is damaged or incomplete.';

export const unreadable = unreadableAs(DAMAGED);
