import type { FormatName } from '../../functions/conversion/formats.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { make, type Wishes } from '../support/engine.ts';

/** Converts with the real engine, in the jail. */
export async function convertScan(
  source: Uint8Array,
  formats: readonly [FormatName, FormatName],
  wishes: Wishes = {},
): Promise<Buffer> {
  return (await make(tesseract, source, formats, wishes)).file;
}
