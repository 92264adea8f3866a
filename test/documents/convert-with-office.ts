import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import type { Source } from '../../functions/engines/office/families.ts';
import { office } from '../../functions/engines/office.ts';
import { convertWith } from '../support/engine.ts';
import { SAMPLES } from './sources.ts';

/** What became of a source. */
export interface OfficeResult {
  readonly format: FormatName;
  readonly file: Buffer;
}

/** Converts with the real engine, as a worker does. */
export async function convertWithOffice(
  source: Uint8Array,
  from: FormatName,
  to: FormatName,
  quality: Quality = 'medium',
  options: Options = {},
  engine = office,
): Promise<OfficeResult> {
  const folder = mkdtempSync(join(tmpdir(), 'office-test-'));
  try {
    const sourcePath = join(folder, 'source');
    writeFileSync(sourcePath, source);
    const { path, format } = await convertWith(engine, {
      sourcePath,
      sourceFormat: from,
      targetFormat: to,
      quality,
      options,
      folder,
    });
    return { format, file: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const made = new Map<Source, Promise<Buffer>>();

/** The sample of a format, made once. */
export function sampleOf(format: Source): Promise<Buffer> {
  const known = made.get(format) ?? make(format);
  made.set(format, known);
  return known;
}

async function make(format: Source): Promise<Buffer> {
  const sample = SAMPLES[format];
  if (typeof sample === 'function') return sample();
  if ('make' in sample) return sample.make();
  if ('file' in sample) return readFileSync(join(import.meta.dirname, 'files', sample.file));
  const { file } = await convertWithOffice(await sampleOf(sample.from), sample.from, format);
  return file;
}
