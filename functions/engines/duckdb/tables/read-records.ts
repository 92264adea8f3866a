import type { Database, Relation } from '../database.ts';
import { writeJson } from '../json.ts';
import { checkColumns, checkMissing } from '../limits.ts';
import { unsupported } from '../unreadable.ts';
import { type CellType, type Column, distinctNames } from './column.ts';
import { type Cell, TableFile } from './table-file.ts';

/** A list of records that can be gone through more than once. */
export interface Records {
  visit(tell: (record: unknown) => void): void;
}

/** The kinds that values are, as bits. */
const KIND = { integer: 1, long: 2, large: 4, number: 8, boolean: 16, text: 32, other: 64 } as const;
const LARGEST = 2n ** 63n - 1n;
const MOST_DIGITS = 10n ** 38n;

/**
 * Makes a table of records: a column for each name, in the order in which they first come. Values of one kind are a column
 * of that kind; what is nested, or of several kinds, is JSON.
 * @param name what the file is called in which they are, one for each table of a job
 * @throws ConversionError UNSUPPORTED_CONVERSION where there is anything but records, TOO_COMPLEX
 */
export function readRecords(database: Database, records: Records, name = 'records'): Relation {
  const kinds = new Map<string, number>();
  let [rows, cells] = [0, 0];
  records.visit((record) => {
    const fields = fieldsOf(record);
    rows += 1;
    cells += fields.length;
    for (const [name, value] of fields) {
      const before = kinds.get(name);
      if (before === undefined) checkColumns(kinds.size + 1);
      kinds.set(name, (before ?? 0) | kindOf(value));
    }
  });
  if (kinds.size === 0) throw unsupported('There is no record with a field in the file: no table can be made of it.');
  const keys = [...kinds.keys()];
  checkMissing(cells, { rows, columns: keys.length });
  const names = distinctNames(keys);
  const columns = keys.map((key, index): Column => ({ name: names[index] ?? key, type: typeOf(kinds.get(key) ?? 0) }));
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

function kindOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  if (typeof value === 'string') return KIND.text;
  if (typeof value === 'boolean') return KIND.boolean;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? KIND.integer : KIND.number;
  if (typeof value !== 'bigint') return KIND.other;
  if (value <= LARGEST && value >= -LARGEST) return KIND.long;
  return value < MOST_DIGITS && value > -MOST_DIGITS ? KIND.large : KIND.other;
}

function typeOf(seen: number): CellType {
  const only = (kinds: number) => seen !== 0 && (seen & ~kinds) === 0;
  if (seen === 0 || only(KIND.text)) return 'VARCHAR';
  if (only(KIND.integer | KIND.long)) return 'BIGINT';
  if (only(KIND.integer | KIND.long | KIND.large)) return 'DECIMAL(38,0)';
  if (only(KIND.integer | KIND.number)) return 'DOUBLE';
  return only(KIND.boolean) ? 'BOOLEAN' : 'JSON';
}

function cellOf(value: unknown, type: CellType | undefined): Cell {
  if (value === null || value === undefined) return null;
  return type === 'JSON' ? writeJson(value) : String(value);
}
