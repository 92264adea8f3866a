import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import { calibre } from '../../functions/engines/calibre.ts';
import { convertWith } from '../support/engine.ts';

/** Converts with the real engine, as a worker does. */
export async function convertWithCalibre(
  source: Uint8Array | string,
  from: FormatName,
  to: FormatName,
): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'calibre-test-'));
  try {
    const sourcePath = join(folder, 'source');
    writeFileSync(sourcePath, source);
    const job = { sourcePath, sourceFormat: from, targetFormat: to, quality: 'medium', folder } as const;
    const { path, format } = await convertWith(calibre, job);
    if (format !== to) throw new Error(`it became ${format}`);
    return readFileSync(path);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
