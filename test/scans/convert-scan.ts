import { readFileSync } from 'node:fs';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { convertContent, type Wishes } from '../support/engine.ts';

/** Converts with the real engine, in the jail. */
export async function convertScan(
  folder: string,
  source: Uint8Array,
  formats: readonly [FormatName, FormatName],
  wishes: Wishes = {},
): Promise<Buffer> {
  return readFileSync((await convertContent(tesseract, folder, source, formats, wishes)).path);
}
