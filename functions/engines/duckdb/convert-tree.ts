import { readFile, stat } from 'node:fs/promises';
import type { EngineJob, EngineResult } from '../engine.ts';
import { decodePlain } from '../office/text-encoding.ts';
import { readCards } from './cards/read-cards.ts';
import { Database } from './database.ts';
import { writeJson } from './json.ts';
import { checkSize, checkTree } from './limits.ts';
import { resultOf } from './result.ts';
import { type Records, readRecords, recordsIn } from './tables/read-records.ts';
import { isTableTarget, writeTables } from './tables/write-table.ts';
import { TextFile } from './text-file.ts';
import { readTree, type TreeSourceName } from './trees/read-tree.ts';
import { recordsOf } from './trees/records-of.ts';
import { writeTree } from './trees/write-tree.ts';

/** Converts a tree, which is in memory. */
export async function convertTree(job: EngineJob, format: TreeSourceName): Promise<EngineResult> {
  return writeValue(job, await readTree(job.sourcePath, format));
}

/** Converts a calendar, or cards. */
export async function convertCards(job: EngineJob, format: 'ics' | 'vcf'): Promise<EngineResult> {
  checkSize((await stat(job.sourcePath)).size);
  const records = readCards(decodePlain(await readFile(job.sourcePath)), format);
  checkTree(records);
  return writeValue(job, records);
}

/** Writes what was read: as a tree, or as a table where it is a list of records. */
export async function writeValue(job: EngineJob, tree: unknown): Promise<EngineResult> {
  const { targetFormat } = job;
  if (targetFormat === 'json' || !isTableTarget(targetFormat)) return writeTree(job, tree);
  if (targetFormat === 'ndjson') return writeLines(job, recordsIn(Array.isArray(tree) ? tree : recordsOf(tree)));
  return writeRecords(job, recordsIn(recordsOf(tree)));
}

/** Writes a list of records as a table. */
export async function writeRecords(job: EngineJob, records: Records): Promise<EngineResult> {
  const { targetFormat } = job;
  if (!isTableTarget(targetFormat)) throw new Error(`no table ${targetFormat}`);
  const result = resultOf(job);
  await Database.use(job, (database) => {
    const relation = readRecords(database, records);
    return writeTables(database, [{ name: '', relation }], { ...job, path: result.path, format: targetFormat });
  });
  return result;
}

/** Writes each value on a line. */
export function writeLines(job: EngineJob, values: Records): EngineResult {
  const result = resultOf(job);
  const file = new TextFile(result.path);
  values.visit((value) => file.write(`${writeJson(value)}\n`));
  file.close();
  return result;
}
