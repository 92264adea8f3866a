import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { convertContent } from '../support/engine.ts';

/** What became of a source. */
export interface Made {
  readonly format: FormatName;
  readonly file: Buffer;
}

/** Converts with a real engine, as a worker does. */
export async function convertWith(
  engine: Engine,
  source: Uint8Array,
  formats: readonly [FormatName, FormatName],
  options: Options = {},
  quality: Quality = 'medium',
): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'book-test-'));
  try {
    const { path, format } = await convertContent(engine, folder, source, formats, { options, quality });
    return { format, file: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
