import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { convertWith } from '../support/engine.ts';

/** A source, and what is to become of it. */
export interface DataJob {
  readonly from: FormatName;
  readonly to: FormatName;
  readonly options?: Options;
  /** @default the engine of data */
  readonly engine?: Engine;
}

/** Converts data with the engine, jailed as it is on any one machine. */
export async function convertData(
  folder: string,
  content: string | Buffer,
  { from, to, options = {}, engine = duckdb }: DataJob,
): Promise<{ readonly format: FormatName; readonly content: Buffer }> {
  const own = mkdtempSync(join(folder, 'data-'));
  try {
    const sourcePath = join(own, 'source');
    writeFileSync(sourcePath, content);
    const job = { sourcePath, sourceFormat: from, targetFormat: to, quality: 'medium', options, folder: own } as const;
    const { path, format } = await convertWith(engine, job);
    return { format, content: readFileSync(path) };
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** What it becomes as JSON, for those who compare. */
export async function asJson(folder: string, content: string | Buffer, from: FormatName): Promise<unknown> {
  return JSON.parse(String((await convertData(folder, content, { from, to: 'json' })).content));
}

/** The code of the error with which a conversion ends, or `none`. */
export async function codeOf(result: Promise<unknown>): Promise<string> {
  return result.then(
    () => 'none',
    (error: { readonly code?: string }) => String(error.code),
  );
}
