import type { FormatName } from '../../functions/conversion/formats.ts';
import { fontforge } from '../../functions/engines/fontforge.ts';
import { convertBytes } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** The result of a conversion. */
export interface ConvertedFont {
  readonly format: FormatName;
  readonly bytes: Buffer;
  /** The fonts in it by their names: those in the zip, or the only one. */
  readonly fonts: ReadonlyMap<string, Buffer>;
}

/** Converts a font with the real engine, in the jail. */
export async function convertFont(
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
): Promise<ConvertedFont> {
  const { format, file: bytes } = await convertBytes(fontforge, source, [sourceFormat, targetFormat]);
  return { format, bytes, fonts: format === 'zip' ? unzip(bytes) : new Map([['', bytes]]) };
}
