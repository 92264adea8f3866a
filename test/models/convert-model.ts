import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { assimp } from '../../functions/engines/assimp.ts';
import { convertWith } from '../support/engine.ts';
import { unzip } from '../support/unzip.ts';

/** What became of a model. */
export interface ConvertedModel {
  readonly format: FormatName;
  /** The model itself, wherever it is. */
  readonly model: Buffer;
  /** Files by their names, where it is a zip. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** Converts a model with the real engine, in the jail. */
export async function convertModel(
  place: string,
  source: Buffer,
  sourceFormat: FormatName,
  targetFormat: FormatName,
): Promise<ConvertedModel> {
  const folder = mkdtempSync(join(place, 'job-'));
  const sourcePath = join(folder, 'source');
  writeFileSync(sourcePath, source);
  const job = { sourcePath, sourceFormat, targetFormat, quality: 'medium', folder } as const;
  const { path, format } = await convertWith(assimp, job);
  const bytes = readFileSync(path);
  const files = format === 'zip' ? unzip(bytes) : new Map<string, Buffer>();
  return { format, model: files.get(`model.${targetFormat}`) ?? bytes, files };
}
