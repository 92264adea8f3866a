import type { FormatName } from '../../../conversion/formats.ts';
import type { Database, NamedTable, Relation } from '../database.ts';
import { writeArrow } from './arrow/write-arrow.ts';
import { writeAvro } from './avro/write-avro.ts';
import { writeSqlite } from './sqlite/write-sqlite.ts';
import { type Wanted, type WrittenByDuckDb, writeFileOf } from './write-files.ts';
import { writeFods } from './write-fods.ts';

const BY_LIBRARIES = { arrow: writeArrow, avro: writeAvro } as const;

/** Formats that hold several tables; of workbooks LibreOffice makes others. */
const OF_MANY = { sqlite: writeSqlite, fods: writeFods } as const;

type ManyTarget = keyof typeof OF_MANY;

const BY_DUCKDB: readonly WrittenByDuckDb[] = ['csv', 'tsv', 'json', 'ndjson', 'parquet'];

/** What a table is written as. */
export type TableTarget = WrittenByDuckDb | keyof typeof BY_LIBRARIES | ManyTarget;

/** Whether a table is written as that, row by row. */
export function isTableTarget(format: FormatName): format is TableTarget {
  return isByDuckDb(format) || Object.hasOwn(BY_LIBRARIES, format) || holdsTables(format);
}

function isByDuckDb(format: FormatName): format is WrittenByDuckDb {
  return (BY_DUCKDB as readonly FormatName[]).includes(format);
}

/** Whether a format holds several tables. */
export function holdsTables(format: FormatName): format is ManyTarget {
  return Object.hasOwn(OF_MANY, format);
}

/** Writes all tables as one file. */
export async function writeTables(
  database: Database,
  tables: readonly NamedTable[],
  { path, format }: { readonly path: string; readonly format: ManyTarget },
): Promise<void> {
  await OF_MANY[format](database, tables, path);
}

/** Writes a table as a file. */
export async function writeTable(
  database: Database,
  relation: Relation,
  wanted: Wanted & { readonly path: string; readonly format: TableTarget },
): Promise<void> {
  const { path, format } = wanted;
  if (isByDuckDb(format)) await writeFileOf(database, relation, { ...wanted, format });
  else if (holdsTables(format)) await writeTables(database, [{ name: '', relation }], { path, format });
  else await BY_LIBRARIES[format](database, relation, path);
}
