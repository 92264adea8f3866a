import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { convertWith as convert } from '../support/engine.ts';

/** What became of a source. */
export interface Made {
  readonly format: FormatName;
  readonly file: Buffer;
}

/** Converts with a real engine, as a worker does. */
export async function convertWith(
  engine: Engine,
  source: Uint8Array,
  [from, to]: readonly [FormatName, FormatName],
  options: Options = {},
  quality: Quality = 'medium',
): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'book-test-'));
  try {
    const sourcePath = join(folder, 'source');
    writeFileSync(sourcePath, source);
    const job = { sourcePath, sourceFormat: from, targetFormat: to, quality, options, folder } as const;
    const { path, format } = await convert(engine, job);
    return { format, file: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
