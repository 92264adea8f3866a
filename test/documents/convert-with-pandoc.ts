import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { pandoc } from '../../functions/engines/pandoc.ts';
import { convertWith } from '../support/engine.ts';
import type { OfficeResult } from './convert-with-office.ts';

/** Converts with the real engine, as a worker does. */
export async function convertWithPandoc(
  source: Uint8Array | string,
  from: FormatName,
  to: FormatName,
  engine = pandoc,
): Promise<OfficeResult> {
  const folder = mkdtempSync(join(tmpdir(), 'pandoc-test-'));
  try {
    const sourcePath = join(folder, 'source');
    writeFileSync(sourcePath, source);
    const job = { sourcePath, sourceFormat: from, targetFormat: to, quality: 'medium', folder } as const;
    const { path, format } = await convertWith(engine, job);
    return { format, file: readFileSync(path) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
