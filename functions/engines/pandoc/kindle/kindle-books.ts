import type { FormatName } from '../../../conversion/formats.ts';

/** The formats of Kindle books. */
export const KINDLE_BOOKS = ['mobi', 'azw3'] as const satisfies readonly FormatName[];

/** Whether a format is that of a Kindle book. */
export function isKindleBook(format: FormatName): format is (typeof KINDLE_BOOKS)[number] {
  return KINDLE_BOOKS.some((book) => book === format);
}
