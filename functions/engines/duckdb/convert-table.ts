import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { fileNames } from '../file-names.ts';
import { onlyOrZip } from '../zip-files.ts';
import type { TableSourceName } from './conversions.ts';
import { Database, type NamedTable } from './database.ts';
import { featuresOfRecords } from './geo/features-of-records.ts';
import { isGeoTarget, writeGeo } from './geo/write-geo.ts';
import { checkSize } from './limits.ts';
import { resultOf } from './result.ts';
import { JsonFile } from './tables/json-records.ts';
import { readTables } from './tables/read-table.ts';
import { holdsTables, isTableTarget, writeTables } from './tables/write-table.ts';
import { writeTree } from './trees/tree-file.ts';

/** Converts a table, or all tables of a database. */
export function convertTable(job: EngineJob, format: TableSourceName): Promise<EngineResult> {
  return Database.use(job, async (database) => {
    const tables = await readTables(database, job.sourcePath, format, job.targetFormat);
    return convertTables(job, database, tables);
  });
}

/** Writes all tables of a source to one file where the target holds them, else to a zip of files. */
export async function convertTables(
  job: EngineJob,
  database: Database,
  tables: readonly NamedTable[],
): Promise<EngineResult> {
  const { targetFormat, folder } = job;
  if (holdsTables(targetFormat)) {
    const result = resultOf(job);
    await writeTables(database, tables, { ...job, path: result.path, format: targetFormat });
    return result;
  }
  if (!isTableTarget(targetFormat) || (targetFormat === 'json' && tables.length > 1))
    return writeAsTree(job, database, tables);
  const names = fileNames(
    tables.map(({ name }) => ({ stem: name, extension: targetFormat })),
    'Sheet',
  );
  const files: { readonly path: string; readonly name: string; readonly compress: boolean }[] = [];
  for (const [index, table] of tables.entries()) {
    const path = join(folder, `written-${index}.${targetFormat}`);
    await writeTables(database, [table], { ...job, path, format: targetFormat });
    files.push({ path, name: names[index] ?? '', compress: targetFormat !== 'parquet' });
  }
  return onlyOrZip(files, targetFormat, folder);
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
