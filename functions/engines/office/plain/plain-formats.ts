import type { FormatName } from '../../../conversion/formats.ts';

/** What becomes of itself too: how it is written changes, so nobody has to understand it. */
const PLAIN: readonly FormatName[] = ['txt', 'csv', 'tsv'];

/** Whether a format is a text or a table without anything around it. */
export function isPlain(format: FormatName): boolean {
  return PLAIN.includes(format);
}
