import { unsupported } from '../../refusals.ts';
import type { Database, Relation } from '../database.ts';
import { checkColumns } from '../limits.ts';
import { distinctNames } from './column.ts';
import { ColumnType, cellOf } from './column-type.ts';
import { TableFile } from './table-file.ts';

/** A list of records that can be visited more than once. */
export interface Records {
  visit(callback: (record: unknown) => void): void;
}

/** Records in memory. */
export function recordsIn(list: readonly unknown[]): Records {
  return { visit: (callback) => list.forEach(callback) };
}

/**
 * Makes a table of records, with a column for each name, in the order of their first occurrence. Values of one type are a
 * column of that type; nested values and mixed types are JSON.
 * @param name of the temporary file, unique for each table of a job
 * @throws ConversionError UNSUPPORTED_CONVERSION where there is anything but records, TOO_COMPLEX
 */
export function readRecords(database: Database, records: Records, name = 'records'): Relation {
  const types = new Map<string, ColumnType>();
  records.visit((record) => {
    for (const [name, value] of fieldsOf(record)) {
      let type = types.get(name);
      if (!type) {
        checkColumns(types.size + 1);
        type = new ColumnType();
        types.set(name, type);
      }
      type.add(value);
    }
  });
  if (types.size === 0) throw unsupported('The file has no record with a field, so it cannot become a table.');
  const keys = [...types.keys()];
  const names = distinctNames(keys);
  const columns = [...types.values()].map((type, index) => ({ name: names[index] ?? '', type: type.type('JSON') }));
  const file = new TableFile(database.path(`${name}.csv`));
  records.visit((record) => {
    const fields = new Map(fieldsOf(record));
    file.write(keys.map((key, index) => cellOf(fields.get(key), columns[index]?.type)));
  });
  return file.finish(columns);
}

function fieldsOf(record: unknown): [string, unknown][] {
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) return Object.entries(record);
  throw unsupported('Only a list of records can become a table, and the file has something else.');
}
