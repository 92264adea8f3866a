import { readFile } from 'node:fs/promises';
import type { Database, Relation } from '../../database.ts';
import { checkColumns } from '../../limits.ts';
import type { Column } from '../column.ts';
import { ColumnType, cellOf } from '../column-type.ts';
import { TableFile } from '../table-file.ts';
import { type DbfTable, readDbf } from './read-dbf.ts';

/**
 * Makes a table of a dBase table, without its deleted rows.
 * @param dates whether the target has dates; else they are texts
 * @throws ConversionError
 */
export async function dbfTable(database: Database, path: string, dates: boolean): Promise<Relation> {
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
