import { isUtf8 } from 'node:buffer';
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { tooComplex, unsupported } from '../../../refusals.ts';
import type { Database } from '../../database.ts';
import { checkColumns, LIMITS } from '../../limits.ts';
import { unreadable } from '../../unreadable.ts';
import { distinctNames, quoteName } from '../column.ts';
import type { NamedTable } from '../named-table.ts';
import { TableFile } from '../table-file.ts';
import { cellOf, KindOfColumn } from '../value-kinds.ts';

/** A value is no longer than the file that holds it, unless it is calculated: of a column that is, it may be so long, in bytes. */
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
  // Nothing else writes to it, so that neither locks nor a journal beside it are looked for.
  const location = pathToFileURL(path);
  location.searchParams.set('immutable', '1');
  const limits = { length: Math.max(statSync(path).size, CALCULATED), vdbeOp: STEPS };
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
  const quoted = fields.map((field) => quoteName(String(field.name)));
  const bytesOf = new BytesOfTexts(source, name, quoted);
  const kinds = fields.map(() => new KindOfColumn());
  const truths = fields.map(({ type }) => /^bool/i.test(String(type)));
  const file = new TableFile(database.path(`table-${index}.csv`));
  let rows = 0;
  for (const values of rowsOf(source, name, quoted)) {
    rows += 1;
    file.write(
      bytesOf.restored(values, rows).map((value, column) => {
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

/** The rows of a table in one order, whatever is asked of its columns: with an index it might be another. */
function rowsOf(source: DatabaseSync, table: string, selected: readonly string[]): Iterable<readonly unknown[]> {
  const select = source.prepare(`SELECT ${selected.join(', ')} FROM ${quoteName(table)} NOT INDEXED`);
  select.setReadBigInts(true);
  select.setReturnArrays(true);
  return select.iterate() as Iterable<unknown> as Iterable<readonly unknown[]>;
}

/** What Node puts in the place of bytes that are no UTF-8. */
const REPLACEMENT = '\ufffd';

/**
 * The bytes of what a table calls text and is none: some programs store binary values so. They are looked up, beside the
 * rows, only where Node had to replace some of them.
 */
class BytesOfTexts {
  readonly #rows: () => Iterable<readonly unknown[]>;
  readonly #isUtf8: boolean;
  #rest: Iterator<readonly unknown[]> | undefined;
  #row = 0;

  constructor(source: DatabaseSync, table: string, columns: readonly string[]) {
    const [encoding] = Object.values(source.prepare('PRAGMA encoding').get() ?? {});
    this.#isUtf8 = encoding === 'UTF-8';
    this.#rows = () =>
      rowsOf(
        source,
        table,
        columns.map((column) => `CAST(${column} AS BLOB)`),
      );
  }

  /** The values of a row, with bytes for texts that are none. @param row its number, from 1; rows come in their order */
  restored(values: readonly unknown[], row: number): readonly unknown[] {
    const isReplaced = (value: unknown) => typeof value === 'string' && value.includes(REPLACEMENT);
    if (!this.#isUtf8 || !values.some(isReplaced)) return values;
    this.#rest ??= this.#rows()[Symbol.iterator]();
    let bytes: readonly unknown[] = [];
    for (; this.#row < row; this.#row++) bytes = this.#rest.next().value ?? [];
    return values.map((value, column) => {
      const stored = bytes[column];
      return isReplaced(value) && stored instanceof Uint8Array && !isUtf8(stored) ? stored : value;
    });
  }
}

function isSqliteError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR';
}
