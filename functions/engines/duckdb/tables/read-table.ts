import type { FormatName } from '../../../conversion/formats.ts';
import type { TableSourceName } from '../conversions.ts';
import type { Database, NamedTable, Relation } from '../database.ts';
import { checkColumns } from '../limits.ts';
import { quoteText } from './column.ts';
import { dbfTable } from './dbf/dbf-table.ts';
import { readDelimited } from './read-delimited.ts';
import { readSqlite } from './sqlite/read-sqlite.ts';

/** Whether a target has dates; in all others they stay texts. */
export function isDated(format: FormatName): boolean {
  return format === 'parquet';
}

/** Reads the tables of a source; only a database has several. */
export async function readTables(
  database: Database,
  path: string,
  format: TableSourceName,
  target: FormatName,
): Promise<NamedTable[]> {
  const dates = isDated(target);
  if (format === 'sqlite') return readSqlite(database, path);
  if (format === 'dbf') return only(await dbfTable(database, path, dates));
  if (format === 'parquet') return only(await readParquet(database, path));
  return only(await readDelimited(database, { path, format, dates }));
}

function only(relation: Relation): NamedTable[] {
  return [{ name: '', relation }];
}

/** Reads by DuckDB. The limits of the host's memory and processor time bound what a footer claims, and the nesting. */
async function readParquet(database: Database, path: string): Promise<Relation> {
  const query = `SELECT * FROM read_parquet(${quoteText(path)})`;
  checkColumns((await database.columnsOf(query)).length);
  return { query };
}
