import type { FormatName } from '../../../conversion/formats.ts';
import type { TableName } from '../conversions.ts';
import type { Database, Relation } from '../database.ts';
import { checkColumns, LIMITS } from '../limits.ts';
import { tooComplex } from '../unreadable.ts';
import { readArrow } from './arrow/read-arrow.ts';
import { readAvro } from './avro/read-avro.ts';
import { quoteText } from './column.ts';
import type { NamedTable } from './named-table.ts';
import { effortOf } from './project.ts';
import { readDelimited } from './read-delimited.ts';
import { readSqlite } from './sqlite/read-sqlite.ts';

/** Targets that know dates; in all others they are texts, and stay as they are written. */
const DATED: readonly FormatName[] = ['parquet', 'arrow', 'avro'];

/** A source of a table. */
export interface TableSource {
  readonly path: string;
  readonly format: TableName;
  readonly target: FormatName;
}

/** Whether dates are dates in a target. */
export function isDated(format: FormatName): boolean {
  return DATED.includes(format);
}

/** Reads the tables of a source: one, but of a database. */
export async function readTables(database: Database, source: TableSource): Promise<NamedTable[]> {
  if (source.format === 'sqlite') return readSqlite(database, source.path);
  return [{ name: '', relation: await readTable(database, source) }];
}

async function readTable(database: Database, { path, format, target }: TableSource): Promise<Relation> {
  if (format === 'csv' || format === 'tsv') return readDelimited(database, { path, format, dates: isDated(target) });
  if (format === 'arrow') return readArrow(database, path);
  if (format === 'avro') return readAvro(database, path);
  return readParquet(database, path);
}

async function readParquet(database: Database, path: string): Promise<Relation> {
  const query = `SELECT * FROM read_parquet(${quoteText(path)})`;
  const columns = await database.columnsOf(query);
  const { length } = columns;
  checkColumns(length);
  if (columns.reduce((sum, { type }) => sum + effortOf(type), 0) > LIMITS.effort)
    throw tooComplex('The columns of the table are nested more deeply than the 16 levels that are converted.');
  const rows = await database.number(`SELECT sum(num_rows) FROM parquet_file_metadata(${quoteText(path)})`);
  if (rows * length > LIMITS.cells)
    throw tooComplex(`The table has more than the ${LIMITS.cells} cells that are converted.`);
  return { query };
}
