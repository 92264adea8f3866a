import { readFileSync } from 'node:fs';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { fontforge } from '../../functions/engines/fontforge.ts';
import { convertContent } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** What became of a font file. */
export interface ConvertedFont {
  readonly format: FormatName;
  readonly bytes: Buffer;
  /** The fonts in it by their names: those in the zip, or the only one. */
  readonly fonts: ReadonlyMap<string, Buffer>;
}

/** Converts a font with the real engine, in the jail. */
export async function convertFont(
  place: string,
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
): Promise<ConvertedFont> {
  const { path, format } = await convertContent(fontforge, place, source, [sourceFormat, targetFormat]);
  const bytes = readFileSync(path);
  return { format, bytes, fonts: format === 'zip' ? unzip(bytes) : new Map([['', bytes]]) };
}
