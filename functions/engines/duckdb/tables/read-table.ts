import { readFile } from 'node:fs/promises';
import type { FormatName } from '../../../conversion/formats.ts';
import type { TableSourceName } from '../conversions.ts';
import type { Database, NamedTable, Relation } from '../database.ts';
import { checkColumns } from '../limits.ts';
import { type Column, quoteText } from './column.ts';
import { ColumnType, cellOf } from './column-type.ts';
import { type DbfTable, readDbf } from './dbf/read-dbf.ts';
import { readDelimited } from './read-delimited.ts';
import { readSqlite } from './sqlite/read-sqlite.ts';
import { TableFile } from './table-file.ts';

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

/**
 * Makes a table of a dBase table, without its deleted rows.
 * @param dates whether the target has dates; else they are texts
 * @throws ConversionError
 */
async function dbfTable(database: Database, path: string, dates: boolean): Promise<Relation> {
  const source = readDbf(await readFile(path));
  checkColumns(source.names.length);
  const columns = typesOf(source, dates);
  const table = new TableFile(database.path('dbf.csv'));
  for (const row of source.rows()) table.write(row.map((value, index) => cellOf(value, columns[index]?.type)));
  return table.finish(columns);
}

/** Infers the types from the values: a column of numbers may hold marks that are none. */
function typesOf(source: DbfTable, dates: boolean): Column[] {
  const types = source.names.map(() => new ColumnType());
  for (const row of source.rows())
    for (const [index, value] of row.entries()) {
      if (source.dated[index] && value !== null) types[index]?.addText(String(value));
      else types[index]?.add(value);
    }
  return types.map((type, index) => ({ name: source.names[index] ?? '', type: type.type('VARCHAR', dates) }));
}
