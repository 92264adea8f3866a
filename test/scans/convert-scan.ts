import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import type { Quality } from '../../functions/conversion/quality.ts';
import { tesseract } from '../../functions/engines/tesseract.ts';
import { convertWith } from '../support/engine.ts';

/** What is asked beside the format. */
export interface ScanWishes {
  readonly quality?: Quality;
  readonly options?: Options;
  readonly onProgress?: (percent: number) => void;
}

/** Converts with the real engine, in the jail. */
export async function convertScan(
  folder: string,
  source: Uint8Array,
  [sourceFormat, targetFormat]: readonly [FormatName, FormatName],
  { quality = 'medium', options = {}, onProgress }: ScanWishes = {},
): Promise<Buffer> {
  const job = mkdtempSync(join(folder, 'job-'));
  const sourcePath = join(job, 'source');
  writeFileSync(sourcePath, source);
  const formats = { sourcePath, sourceFormat, targetFormat, quality, options, folder: job };
  return readFileSync((await convertWith(tesseract, { ...formats, ...(onProgress && { onProgress }) })).path);
}
