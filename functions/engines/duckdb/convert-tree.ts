import { readFile, stat } from 'node:fs/promises';
import type { EngineJob, EngineResult } from '../engine.ts';
import { decodePlain } from '../office/text-encoding.ts';
import { unsupported } from '../refusals.ts';
import { readCards } from './cards/read-cards.ts';
import { Database } from './database.ts';
import { writeJson } from './json.ts';
import { checkSize, checkTree } from './limits.ts';
import { resultOf } from './result.ts';
import { JsonFile } from './tables/json-records.ts';
import { type Records, readRecords, recordsIn } from './tables/read-records.ts';
import { isTableTarget, writeTables } from './tables/write-table.ts';
import { TextFile } from './text-file.ts';
import { readTree, type TreeSourceName, writeTree } from './trees/tree-file.ts';
import { isRecord } from './trees/tree-format.ts';

/** Converts a tree, which is in memory. */
export async function convertTree(job: EngineJob, format: TreeSourceName): Promise<EngineResult> {
  return writeValue(job, await readTree(job.sourcePath, format));
}

/**
 * Converts JSON: lists record by record, like tables, and anything else as a tree. A file of concatenated values is a list,
 * whatever its name.
 */
export async function convertJson(job: EngineJob, format: 'json' | 'ndjson'): Promise<EngineResult> {
  const file = await JsonFile.read(job.sourcePath);
  const { targetFormat } = job;
  const single = format === 'json' ? file.only() : undefined;
  if (single) {
    checkTree(single.value);
    return writeValue(job, single.value);
  }
  if (targetFormat === 'json') return writeList(job, file);
  if (targetFormat === 'ndjson') return writeLines(job, file);
  if (isTableTarget(targetFormat)) return writeRecords(job, file);
  checkSize(file.bytes.length);
  const values: unknown[] = [];
  file.visit((value) => values.push(value));
  return writeValue(job, values);
}

/** Writes each record on a line, which is easy to read and to compare. */
function writeList(job: EngineJob, values: JsonFile): EngineResult {
  const result = resultOf(job);
  const file = new TextFile(result.path);
  let before = '[\n';
  values.visit((value) => {
    file.write(`${before}\t${writeJson(value)}`);
    before = ',\n';
  });
  file.write(before === '[\n' ? '[]\n' : '\n]\n');
  file.close();
  return result;
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
async function writeRecords(job: EngineJob, records: Records): Promise<EngineResult> {
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
function writeLines(job: EngineJob, values: Records): EngineResult {
  const result = resultOf(job);
  const file = new TextFile(result.path);
  values.visit((value) => file.write(`${writeJson(value)}\n`));
  file.close();
  return result;
}

/**
 * The records of a tree: objects with a single value are unwrapped, as the root element of an XML file is. An object of
 * several values is one record.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
function recordsOf(tree: unknown): readonly Record<string, unknown>[] {
  let inner = tree;
  while (isRecord(inner)) {
    const entries = Object.entries(inner);
    const [only] = entries;
    if (!only || entries.length > 1 || typeof only[1] !== 'object' || only[1] === null) return [inner];
    inner = only[1];
  }
  if (Array.isArray(inner) && inner.length > 0 && inner.every(isRecord)) return inner;
  throw unsupported('Only a list of records can become a table, and the file has something else.');
}
