import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { fontforge } from '../../functions/engines/fontforge.ts';
import { convertWith } from '../support/engine.ts';
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
  const folder = mkdtempSync(join(place, 'job-'));
  const sourcePath = join(folder, 'source');
  writeFileSync(sourcePath, source);
  const { path, format } = await convertWith(fontforge, {
    sourcePath,
    sourceFormat,
    targetFormat,
    quality: 'medium',
    folder,
  });
  const bytes = readFileSync(path);
  return { format, bytes, fonts: format === 'zip' ? unzip(bytes) : new Map([['', bytes]]) };
}
