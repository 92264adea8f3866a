import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { inspect } from '../../../read/inspect.ts';
import { tooComplex, unsupported } from '../../../refusals.ts';
import type { Database, NamedTable } from '../../database.ts';
import { checkColumns, LIMITS } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames, quoteName } from '../column.ts';
import { TableFile } from '../table-file.ts';
import { cellOf, KindOfColumn } from '../value-kinds.ts';

/** A value is no longer than the file that holds it, twice that in hexadecimal, unless it is calculated: then it may be so long, in bytes. */
const CALCULATED = 1024 * 1024;
/** Steps that SQLite takes for a query: for columns that are calculated from others it writes down those of the others anew. */
const STEPS = 50_000;
/** What SQLite says where there are more than that, or a value is longer (SQLITE_NOMEM, SQLITE_TOOBIG). */
const EXHAUSTED: readonly unknown[] = [7, 18];

/**
 * Reads all tables of a SQLite database that hold rows themselves; where none does, those that are there. Views and virtual
 * tables are left out: they would have SQLite run what the file says.
 */
export function readSqlite(database: Database, path: string): NamedTable[] {
  if (!isOfWholePages(path)) throw unreadable('sqlite', 'a page that is cut off');
  // Nothing else writes to it, so that neither locks nor a journal beside it are looked for.
  const location = pathToFileURL(path);
  location.searchParams.set('immutable', '1');
  const limits = { length: Math.max(2 * statSync(path).size, CALCULATED), vdbeOp: STEPS };
  const source = new DatabaseSync(location, { readOnly: true, allowExtension: false, limits });
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
        'The database has columns that are calculated, and that take more than is done for them.',
        error,
      );
    throw unreadable('sqlite', error);
  } finally {
    source.close();
  }
}

/** SQLite takes what is missing of a page for zeros: for rows that are not there. */
function isOfWholePages(path: string): boolean {
  return inspect(path, (read, size) => size < 18 || size % (read(16, 2).readUInt16BE() & ~1 || 65_536) === 0);
}

function namesOf(source: DatabaseSync): string[] {
  const rows = source.prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'").all();
  const names = rows.map(({ name }) => String(name)).filter((name) => !name.startsWith('sqlite_'));
  if (names.length > LIMITS.tables) throw tooComplex(`The database has more than ${LIMITS.tables} tables.`);
  return names.sort();
}

/** @param exact whether texts are read as the bytes that they are */
function readTable(
  database: Database,
  source: DatabaseSync,
  name: string,
  index: number,
  exact = false,
): NamedTable & { rows: number } {
  const fields = source.prepare('SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden <> 1').all(name);
  checkColumns(fields.length);
  const kinds = fields.map(() => new KindOfColumn());
  const truths = fields.map(({ type }) => /^bool/i.test(String(type)));
  const file = new TableFile(database.path(`table-${index}${exact ? '-exact' : ''}.csv`));
  let rows = 0;
  const quoted = fields.map((field) => quoteName(String(field.name)));
  for (const values of rowsOf(source, name, exact ? quoted.map(withBytes) : quoted)) {
    if (!exact && values.some(isReplaced) && isUtf8Database(source))
      return readTable(database, source, name, index, true);
    rows += 1;
    file.write(
      (exact ? values.map(withoutBytes) : values).map((value, column) => {
        kinds[column]?.add(value);
        if (truths[column] && value !== null && value !== 0n && value !== 1n) truths[column] = false;
        return cellOf(value);
      }),
    );
  }
  const names = distinctNames(fields.map((field) => String(field.name)));
  const columns = names.map((column, at) => {
    const type = kinds[at]?.type('VARCHAR') ?? 'VARCHAR';
    return { name: column, type: truths[at] && type === 'BIGINT' ? ('BOOLEAN' as const) : type };
  });
  return { name, relation: file.finish(columns), rows };
}

/** The rows of a table in the order in which they lie there, with all digits of whole numbers. */
function rowsOf(source: DatabaseSync, table: string, selected: readonly string[]): Iterable<readonly unknown[]> {
  const select = source.prepare(`SELECT ${selected.join(', ')} FROM ${quoteName(table)} NOT INDEXED`);
  select.setReadBigInts(true);
  select.setReturnArrays(true);
  return select.iterate() as Iterable<unknown> as Iterable<readonly unknown[]>;
}

/** Some programs store binary values as texts: Node puts this sign in the place of bytes that are no UTF-8. */
function isReplaced(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\ufffd');
}

function isUtf8Database(source: DatabaseSync): boolean {
  return Object.values(source.prepare('PRAGMA encoding').get() ?? {}).includes('UTF-8');
}

/** Texts as bytes, and what is bytes in hexadecimal, so that the two can be told apart. */
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
