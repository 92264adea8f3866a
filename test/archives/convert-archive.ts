import type { FormatName } from '../../functions/conversion/formats.ts';
import { bsdtar } from '../../functions/engines/bsdtar.ts';
import { make, type Wishes } from '../support/engine.ts';

/** Converts an archive with the real engine, and returns the bytes of the result. */
export async function convertArchive(
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
  wishes: Wishes = {},
): Promise<Buffer> {
  return (await make(bsdtar, source, [sourceFormat, targetFormat], wishes)).file;
}
