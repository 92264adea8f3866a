import type { FormatName } from '../../../conversion/formats.ts';
import type { TableSourceName } from '../conversions.ts';
import type { Database, NamedTable, Relation } from '../database.ts';
import { dbfTable } from './dbf/dbf-table.ts';
import { readDelimited } from './read-delimited.ts';
import { readParquet } from './read-parquet.ts';
import { readSqlite } from './sqlite/read-sqlite.ts';

/** A source of a table. */
export interface TableSource {
  readonly path: string;
  readonly format: TableSourceName;
  readonly target: FormatName;
}

/** Whether a target has dates; in all others they stay texts. */
export function isDated(format: FormatName): boolean {
  return format === 'parquet';
}

/** Reads the tables of a source; only a database has several. */
export async function readTables(database: Database, source: TableSource): Promise<NamedTable[]> {
  if (source.format === 'sqlite') return readSqlite(database, source.path);
  return [{ name: '', relation: await readTable(database, source) }];
}

async function readTable(database: Database, { path, format, target }: TableSource): Promise<Relation> {
  if (format === 'csv' || format === 'tsv') return readDelimited(database, { path, format, dates: isDated(target) });
  if (format === 'dbf') return dbfTable(database, path, isDated(target));
  return readParquet(database, path);
}
