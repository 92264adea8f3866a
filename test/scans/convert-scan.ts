import type { FormatName } from '../../functions/conversion/formats.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { type ConvertSettings, convertBytes } from '../support/engine.ts';

/** Converts with the real engine, in the jail. */
export async function convertScan(
  source: Uint8Array,
  formats: readonly [FormatName, FormatName],
  settings: ConvertSettings = {},
): Promise<Buffer> {
  return (await convertBytes(tesseract, source, formats, settings)).file;
}
