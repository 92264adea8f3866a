import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { office } from '../../functions/engines/office.ts';
import { convertWith } from '../support/engine.ts';

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
