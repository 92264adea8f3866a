import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { findSeparator } from '../delimited-text.ts';
import { decodePlain } from '../text-encoding.ts';
import { writeText } from './write-plain.ts';

/** The line in which Excel declares the separator. */
const SEPARATOR_LINE = /^sep=.\r?\n/;

/**
 * Writes a text or a table in another encoding, with other line ends, separators or quotes.
 * @throws ConversionError INVALID_OPTION
 */
export async function convertPlain({
  sourcePath,
  sourceFormat,
  folder,
  targetFormat,
  options,
}: EngineJob): Promise<EngineResult> {
  const text = decodePlain(await readFile(sourcePath));
  const path = join(folder, `result.${targetFormat}`);
  if (sourceFormat === 'txt') await writeText(text, path, options);
  else {
    const separator = sourceFormat === 'tsv' ? '\t' : findSeparator(text);
    const usual = sourceFormat === 'tsv' ? options : { separator: 'comma', ...options };
    await writeText(text.replace(SEPARATOR_LINE, ''), path, usual, separator);
  }
  return { path, format: targetFormat };
}
