import type { FormatName } from '../../../conversion/formats.ts';

/** Formats that are also converted to themselves, in another encoding or notation. */
const PLAIN: readonly FormatName[] = ['txt', 'csv', 'tsv'];

/** Whether a format is plain text or delimited text. */
export function isPlain(format: FormatName): boolean {
  return PLAIN.includes(format);
}
