import { mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FormatName } from '../../functions/conversion/formats.ts';
import type { Options } from '../../functions/conversion/options.ts';
import { duckdb } from '../../functions/engines/duckdb.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { convertBytes } from '../support/engine.ts';
import { codeOf } from '../support/failure.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** The formats of a conversion, and its options. */
export interface DataJob {
  readonly from: FormatName;
  readonly to: FormatName;
  readonly options?: Options;
  /** @default duckdb */
  readonly engine?: Engine;
}

/** Converts data with the engine in its jail, as on one machine. */
export async function convertData(
  content: string | Buffer,
  { from, to, options = {}, engine = duckdb }: DataJob,
): Promise<{ readonly format: FormatName; readonly content: Buffer }> {
  const { format, file } = await convertBytes(engine, content, [from, to], { options });
  return { format, content: file };
}

/** The file converted to JSON, for comparisons. */
export async function asJson(content: string | Buffer, from: FormatName): Promise<unknown> {
  return JSON.parse(String((await convertData(content, { from, to: 'json' })).content));
}

/** The code of what a conversion ends with. */
export function codeOfData(content: string | Buffer, from: FormatName, to: FormatName): Promise<string> {
  return codeOf(convertData(content, { from, to }));
}

/** A database of SQLite itself. */
export function database(sql: string): Buffer {
  const path = join(mkdtempSync(join(folder, 'base-')), 'base.sqlite');
  const base = new DatabaseSync(path);
  base.enableDefensive(false);
  base.exec(sql);
  base.close();
  return readFileSync(path);
}
