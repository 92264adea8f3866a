import { DatabaseSync } from 'node:sqlite';
import { unsupported } from '../../../refusals.ts';
import type { Database, NamedTable, Relation } from '../../database.ts';
import { distinctNames, quoteName } from '../column.ts';
import { plainRows } from '../plain-rows.ts';
import type { PlainType } from '../project.ts';

/** The declared types of columns; dates and times are texts in ISO 8601. */
const TYPES: Readonly<Record<PlainType, string>> = {
  boolean: 'BOOLEAN',
  integer: 'INTEGER',
  double: 'REAL',
  date: 'DATE',
  time: 'TIMESTAMP',
  zonedTime: 'TIMESTAMP',
  binary: 'BLOB',
  text: 'TEXT',
};

/** SQLite's default limit of columns. */
export const MOST_COLUMNS = 2000;

/** Writes a database; a table without a name is called `data`. */
export async function writeSqlite(database: Database, tables: readonly NamedTable[], path: string): Promise<void> {
  const target = new DatabaseSync(path);
  try {
    target.exec('PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF');
    // SQLite reserves this prefix.
    const names = distinctNames(tables.map(({ name }) => (name || 'data').replace(/^sqlite_/i, '_$&')));
    for (const [index, { relation }] of tables.entries())
      await writeOne(database, relation, target, quoteName(names[index] ?? ''));
  } finally {
    target.close();
  }
}

async function writeOne(database: Database, relation: Relation, target: DatabaseSync, table: string): Promise<void> {
  const { columns, batches } = await plainRows(database, relation);
  if (columns.length > MOST_COLUMNS) throw unsupported(`SQLite holds no table of more than ${MOST_COLUMNS} columns.`);
  const fields = columns.map(({ name, plainType }) => `${quoteName(name)} ${TYPES[plainType]}`);
  target.exec(`CREATE TABLE ${table} (${fields.join(', ')}); BEGIN`);
  const insert = target.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
  for await (const rows of batches)
    for (const row of rows) insert.run(...row.map((value) => (typeof value === 'boolean' ? Number(value) : value)));
  target.exec('COMMIT');
}
