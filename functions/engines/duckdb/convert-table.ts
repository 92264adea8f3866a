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
import { holdsTables, isTableTarget, type TableTarget, writeTable, writeTables } from './tables/write-table.ts';
import { writeTree } from './trees/write-tree.ts';
import { zipParts } from './zip-parts.ts';

/** Converts a table, or all tables of a database. */
export function convertTable(job: EngineJob, format: TableSourceName): Promise<EngineResult> {
  return Database.use(job, async (database) => {
    const tables = await readTables(database, { path: job.sourcePath, format, target: job.targetFormat });
    return convertTables(job, database, tables);
  });
}

/** Writes all tables of a source: as one file where its format holds them, else each as a file of its own, in a zip. */
export async function convertTables(
  job: EngineJob,
  database: Database,
  tables: readonly NamedTable[],
): Promise<EngineResult> {
  const { targetFormat } = job;
  const [table, ...others] = tables;
  if (!table) throw new Error('no table');
  if (holdsTables(targetFormat)) {
    const result = resultOf(job);
    await writeTables(database, tables, { path: result.path, format: targetFormat });
    return result;
  }
  if (!isTableTarget(targetFormat) || (targetFormat === 'json' && others.length > 0))
    return writeAsTree(job, database, tables);
  if (others.length > 0) return writeAll(job, database, tables, targetFormat);
  const result = resultOf(job);
  await writeTable(database, table.relation, { ...job, path: result.path, format: targetFormat });
  return result;
}

/** A format that holds one table: each is a file of its own, in a zip. */
function writeAll(
  job: EngineJob,
  database: Database,
  tables: readonly NamedTable[],
  format: TableTarget,
): Promise<EngineResult> {
  return zipParts(job, tables, async ({ relation }, index) => {
    const path = join(job.folder, `written-${index}.${format}`);
    await writeTable(database, relation, { ...job, path, format });
    return path;
  });
}

/** A list of records for each table, and one object of all where there are several. */
async function writeAsTree(job: EngineJob, database: Database, tables: readonly NamedTable[]): Promise<EngineResult> {
  const lists: [string, unknown[]][] = [];
  let size = 0;
  for (const [index, { name, relation }] of tables.entries()) {
    const path = join(job.folder, `records-${index}.ndjson`);
    await writeTable(database, relation, { options: {}, quality: job.quality, path, format: 'ndjson' });
    size += (await stat(path)).size;
    checkSize(size);
    const records: unknown[] = [];
    if (size > 0) (await JsonFile.read(path)).visit((record) => records.push(record));
    lists.push([name, records]);
  }
  const [only, ...others] = lists;
  if (isGeoTarget(job.targetFormat)) return writeGeo(job, featuresOfRecords(only?.[1] ?? []));
  return writeTree(job, others.length === 0 ? only?.[1] : Object.fromEntries(lists));
}
