import type { FormatName } from '../../../conversion/formats.ts';
import type { Database, Relation } from '../database.ts';
import { writeArrow } from './arrow/write-arrow.ts';
import { writeAvro } from './avro/write-avro.ts';
import { writeSqlite } from './sqlite/write-sqlite.ts';
import { type Wanted, type WrittenByDuckDb, writeFileOf } from './write-files.ts';

const BY_LIBRARIES = { arrow: writeArrow, avro: writeAvro, sqlite: writeSqlite } as const;

const BY_DUCKDB: readonly WrittenByDuckDb[] = ['csv', 'tsv', 'json', 'ndjson', 'parquet'];

/** What a table is written as. */
export type TableTarget = WrittenByDuckDb | keyof typeof BY_LIBRARIES;

/** Whether a table is written as that, row by row. */
export function isTableTarget(format: FormatName): format is TableTarget {
  return isByDuckDb(format) || Object.hasOwn(BY_LIBRARIES, format);
}

function isByDuckDb(format: FormatName): format is WrittenByDuckDb {
  return (BY_DUCKDB as readonly FormatName[]).includes(format);
}

/** Writes a table as a file. */
export async function writeTable(
  database: Database,
  relation: Relation,
  wanted: Wanted & { readonly path: string; readonly format: TableTarget },
): Promise<void> {
  const { path, format } = wanted;
  if (isByDuckDb(format)) await writeFileOf(database, relation, { ...wanted, format });
  else await BY_LIBRARIES[format](database, relation, path);
}
