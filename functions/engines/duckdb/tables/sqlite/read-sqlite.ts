import { isUtf8 } from 'node:buffer';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { inspect } from '../../../read/inspect.ts';
import { tooComplex, unsupported } from '../../../refusals.ts';
import type { Database, NamedTable } from '../../database.ts';
import { checkColumns, LIMITS } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames, quoteName } from '../column.ts';
import { ColumnType, cellOf } from '../column-type.ts';
import { TableFile } from '../table-file.ts';

/** SQLite's errors where a generated column is too large (SQLITE_NOMEM, SQLITE_TOOBIG). */
const EXHAUSTED: readonly unknown[] = [7, 18];

/**
 * Reads all tables of a SQLite database that have rows, or the first one where none has. Views and virtual tables are left
 * out, for they run SQL of the file.
 */
export function readSqlite(database: Database, path: string): NamedTable[] {
  if (!hasWholePages(path)) throw unreadable('sqlite', 'a truncated page');
  // Nothing else writes to it, so SQLite need not look for locks or a journal.
  const location = pathToFileURL(path);
  location.searchParams.set('immutable', '1');
  const source = new DatabaseSync(location, { readOnly: true, allowExtension: false });
  try {
    source.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA mmap_size=0');
    const tables = namesOf(source).map((name, index) => readTable(database, source, name, index));
    const filled = tables.filter(({ rows }) => rows > 0);
    if (tables.length === 0) throw unsupported('There is no table in the database.');
    return filled.length > 0 ? filled : tables.slice(0, 1);
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    if ('errcode' in error && EXHAUSTED.includes(error.errcode))
      throw tooComplex(
        'The database has generated columns that take too much memory or time. Store their values instead.',
        error,
      );
    throw unreadable('sqlite', error);
  } finally {
    source.close();
  }
}

/** SQLite fills a truncated page with zeros, and its rows are lost. */
function hasWholePages(path: string): boolean {
  return inspect(path, (read, size) => size < 18 || size % (read(16, 2).readUInt16BE() & ~1 || 65_536) === 0);
}

function namesOf(source: DatabaseSync): string[] {
  const rows = source.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all();
  const names = rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'));
  if (names.length > LIMITS.tables) throw tooComplex(`The database has more than ${LIMITS.tables} tables.`);
  return names.sort();
}

function readTable(
  database: Database,
  source: DatabaseSync,
  name: string,
  index: number,
): NamedTable & { rows: number } {
  const fields = source.prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden <> 1').all(name);
  checkColumns(fields.length);
  const types = fields.map(() => new ColumnType());
  const booleans = fields.map(({ type }) => /^bool/i.test(String(type)));
  const file = new TableFile(database.path(`table-${index}.csv`));
  let rows = 0;
  const quoted = fields.map((field) => quoteName(String(field.name)));
  for (const values of rowsOf(source, name, quoted)) {
    rows += 1;
    file.write(
      values.map((value, column) => {
        types[column]?.add(value);
        if (booleans[column] && value !== null && value !== 0n && value !== 1n) booleans[column] = false;
        return cellOf(value);
      }),
    );
  }
  const names = distinctNames(fields.map((field) => String(field.name)));
  const columns = names.map((column, at) => {
    const type = types[at]?.type('VARCHAR') ?? 'VARCHAR';
    return { name: column, type: booleans[at] && type === 'BIGINT' ? ('BOOLEAN' as const) : type };
  });
  return { name, relation: file.finish(columns), rows };
}

/** The rows of a table in their stored order, with integers as BigInts. */
function* rowsOf(source: DatabaseSync, table: string, columns: readonly string[]): Generator<unknown[]> {
  const isUtf8Database = Object.values(source.prepare('PRAGMA encoding').get() ?? {}).includes('UTF-8');
  const selected = isUtf8Database ? columns.map(withBytes) : columns;
  const select = source.prepare(`SELECT ${selected.join(', ')} FROM ${quoteName(table)} NOT INDEXED`);
  select.setReadBigInts(true);
  select.setReturnArrays(true);
  for (const row of select.iterate() as Iterable<unknown> as Iterable<unknown[]>)
    yield isUtf8Database ? row.map(withoutBytes) : row;
}

/**
 * Selects texts as blobs and blobs in hexadecimal, so that the two can be distinguished: some programs store binary values as
 * texts, in which Node would replace invalid UTF-8.
 */
function withBytes(column: string): string {
  return `CASE typeof(${column}) WHEN 'text' THEN CAST(${column} AS BLOB) WHEN 'blob' THEN hex(${column}) ELSE ${column} END`;
}

function withoutBytes(value: unknown): unknown {
  if (typeof value === 'string') return Buffer.from(value, 'hex');
  if (!(value instanceof Uint8Array)) return value;
  return isUtf8(value) ? Buffer.from(value).toString() : value;
}

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
