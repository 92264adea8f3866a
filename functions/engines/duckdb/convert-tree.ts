import type { EngineJob, EngineResult } from '../engine.ts';
import { Database } from './database.ts';
import { writeJson } from './json.ts';
import { resultOf } from './result.ts';
import { type Records, readRecords } from './tables/read-records.ts';
import { isTableTarget, writeTable } from './tables/write-table.ts';
import { TextFile } from './text-file.ts';
import { readTree } from './trees/read-tree.ts';
import { recordsOf } from './trees/records-of.ts';
import type { TreeName } from './trees/tree-format.ts';
import { writeTree } from './trees/write-tree.ts';

/** Converts a tree, which is in memory as a whole. */
export async function convertTree(job: EngineJob, format: TreeName): Promise<EngineResult> {
  return writeValue(job, await readTree(job.sourcePath, format));
}

/** Writes what was read: as a tree, or as a table where it is a list of records. */
export async function writeValue(job: EngineJob, tree: unknown): Promise<EngineResult> {
  const { targetFormat } = job;
  if (targetFormat === 'json' || !isTableTarget(targetFormat)) return writeTree(job, tree);
  if (targetFormat === 'ndjson') return writeLines(job, Array.isArray(tree) ? tree : recordsOf(tree));
  const records = recordsOf(tree);
  return writeRecords(job, { visit: (tell) => records.forEach(tell) });
}

/** Writes a list of records as a table. */
export async function writeRecords(job: EngineJob, records: Records): Promise<EngineResult> {
  const { targetFormat, folder, sourcePath } = job;
  if (!isTableTarget(targetFormat)) throw new Error(`no table ${targetFormat}`);
  const result = resultOf(job);
  const database = await Database.open(folder, sourcePath);
  try {
    const relation = readRecords(database, records);
    await writeTable(database, relation, { ...job, path: result.path, format: targetFormat });
    return result;
  } finally {
    database.close();
  }
}

function writeLines(job: EngineJob, values: readonly unknown[]): EngineResult {
  const result = resultOf(job);
  const file = new TextFile(result.path);
  for (const value of values) file.write(`${writeJson(value)}\n`);
  file.close();
  return result;
}
