import type { FormatName } from '../../functions/conversion/formats.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { type ConvertSettings, convertBytes } from '../support/engine.ts';

/** Converts an archive with the real engine, and returns the bytes of the result. */
export async function convertArchive(
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
  settings: ConvertSettings = {},
): Promise<Buffer> {
  return (await convertBytes(bsdtar, source, [sourceFormat, targetFormat], settings)).file;
}
