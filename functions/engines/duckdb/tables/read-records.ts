import { unsupported } from '../../refusals.ts';
import type { Database, Relation } from '../database.ts';
import { checkColumns, checkMissing } from '../limits.ts';
import { distinctNames } from './column.ts';
import { TableFile } from './table-file.ts';
import { cellOf, KindOfColumn } from './value-kinds.ts';

/** A list of records that can be gone through more than once. */
export interface Records {
  visit(tell: (record: unknown) => void): void;
}

/** Records that are in memory. */
export function recordsIn(list: readonly unknown[]): Records {
  return { visit: (tell) => list.forEach(tell) };
}

/**
 * Makes a table of records: a column for each name, in the order in which they first come. Values of one kind are a column
 * of that kind; what is nested, or of several kinds, is JSON.
 * @param name what the file is called in which they are, one for each table of a job
 * @throws ConversionError UNSUPPORTED_CONVERSION where there is anything but records, TOO_COMPLEX
 */
export function readRecords(database: Database, records: Records, name = 'records'): Relation {
  const kinds = new Map<string, KindOfColumn>();
  let [rows, cells] = [0, 0];
  records.visit((record) => {
    const fields = fieldsOf(record);
    rows += 1;
    cells += fields.length;
    for (const [name, value] of fields) {
      let kind = kinds.get(name);
      if (!kind) {
        checkColumns(kinds.size + 1);
        kind = new KindOfColumn();
        kinds.set(name, kind);
      }
      kind.add(value);
    }
  });
  if (kinds.size === 0) throw unsupported('There is no record with a field in the file: no table can be made of it.');
  const keys = [...kinds.keys()];
  checkMissing(cells, { rows, columns: keys.length });
  const names = distinctNames(keys);
  const columns = [...kinds.values()].map((kind, index) => ({ name: names[index] ?? '', type: kind.type('JSON') }));
  const file = new TableFile(database.path(`${name}.csv`));
  records.visit((record) => {
    const fields = new Map(fieldsOf(record));
    file.write(keys.map((key, index) => cellOf(fields.get(key), columns[index]?.type)));
  });
  return file.finish(columns);
}

function fieldsOf(record: unknown): [string, unknown][] {
  if (typeof record === 'object' && record !== null && !Array.isArray(record)) return Object.entries(record);
  throw unsupported('A table can be made of a list of records only, and the file holds something else.');
}
