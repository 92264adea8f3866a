import { readFile } from 'node:fs/promises';
import type { Database, Relation } from '../../database.ts';
import { checkColumns } from '../../limits.ts';
import type { Column } from '../column.ts';
import { TypeOfColumn } from '../infer-type.ts';
import { TableFile } from '../table-file.ts';
import { cellOf, KindOfColumn } from '../value-kinds.ts';
import { type DbfTable, readDbf } from './read-dbf.ts';

/**
 * Makes a table of a dBase table, without the rows that were deleted in it.
 * @param dates whether the target has dates; else they are texts
 * @throws ConversionError
 */
export async function dbfTable(database: Database, path: string, dates: boolean): Promise<Relation> {
  const source = readDbf(await readFile(path), 'dbf');
  checkColumns(source.names.length);
  const columns = typesOf(source, dates);
  const table = new TableFile(database.path('dbf.csv'));
  for (const row of rowsOf(source)) table.write(row.map((value, index) => cellOf(value, columns[index]?.type)));
  return table.finish(columns);
}

/** By its values: a column of numbers may hold marks that are none. */
function typesOf(source: DbfTable, dates: boolean): Column[] {
  const kinds = source.names.map((_, index) => (source.dated[index] ? new TypeOfColumn() : new KindOfColumn()));
  for (const row of rowsOf(source))
    for (const [index, value] of row.entries()) {
      const kind = kinds[index];
      if (kind instanceof KindOfColumn) kind.add(value);
      else if (value !== null) kind?.add(String(value));
    }
  return kinds.map((kind, index) => ({
    name: source.names[index] ?? '',
    type: kind instanceof KindOfColumn ? kind.type('VARCHAR') : kind.type(dates),
  }));
}

function* rowsOf(source: DbfTable): Generator<unknown[]> {
  for (let index = 0; index < source.rows; index++) {
    const row = source.row(index);
    if (row) yield row;
  }
}
