import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import type { TableSourceName } from './conversions.ts';
import { Database, type NamedTable } from './database.ts';
import { featuresOfRecords } from './geo/features-of-records.ts';
import { isGeoTarget, writeGeo } from './geo/write-geo.ts';
import { checkSize } from './limits.ts';
import { resultOf } from './result.ts';
import { JsonFile } from './tables/json-records.ts';
import { readTables } from './tables/read-table.ts';
import { holdsTables, isTableTarget, writeTables } from './tables/write-table.ts';
import { writeTree } from './trees/write-tree.ts';
import { zipParts } from './zip-parts.ts';

/** Converts a table, or all tables of a database. */
export function convertTable(job: EngineJob, format: TableSourceName): Promise<EngineResult> {
  return Database.use(job, async (database) => {
    const tables = await readTables(database, { path: job.sourcePath, format, target: job.targetFormat });
    return convertTables(job, database, tables);
  });
}

/** Writes all tables of a source to one file where the target holds them, else to a zip of files. */
export async function convertTables(
  job: EngineJob,
  database: Database,
  tables: readonly NamedTable[],
): Promise<EngineResult> {
  const { targetFormat } = job;
  const [table, ...others] = tables;
  if (!table) throw new Error('no table');
  if (holdsTables(targetFormat) || (others.length === 0 && isTableTarget(targetFormat))) {
    const result = resultOf(job);
    await writeTables(database, tables, { ...job, path: result.path, format: targetFormat });
    return result;
  }
  if (!isTableTarget(targetFormat) || targetFormat === 'json') return writeAsTree(job, database, tables);
  return zipParts(job, tables, async (each, index) => {
    const path = join(job.folder, `written-${index}.${targetFormat}`);
    await writeTables(database, [each], { ...job, path, format: targetFormat });
    return path;
  });
}

/** Writes a list of records for each table; several are in one object. */
async function writeAsTree(job: EngineJob, database: Database, tables: readonly NamedTable[]): Promise<EngineResult> {
  const lists: [string, unknown[]][] = [];
  let size = 0;
  for (const [index, table] of tables.entries()) {
    const path = join(job.folder, `records-${index}.ndjson`);
    await writeTables(database, [table], { options: {}, path, format: 'ndjson' });
    size += (await stat(path)).size;
    checkSize(size);
    const records: unknown[] = [];
    if (size > 0) (await JsonFile.read(path)).visit((record) => records.push(record));
    lists.push([table.name, records]);
  }
  const [only, ...others] = lists;
  if (isGeoTarget(job.targetFormat)) return writeGeo(job, featuresOfRecords(only?.[1] ?? []));
  return writeTree(job, others.length === 0 ? only?.[1] : Object.fromEntries(lists));
}
