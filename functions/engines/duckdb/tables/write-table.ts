import type { FormatName } from '../../../conversion/formats.ts';
import type { Options } from '../../../conversion/options.ts';
import type { Database, NamedTable } from '../database.ts';
import { writeSqlite } from './sqlite/write-sqlite.ts';
import { byDuckDb } from './write-files.ts';
import { writeFods } from './write-fods.ts';

/** Formats that hold one table. */
const OF_ONE = {
  csv: byDuckDb('csv'),
  tsv: byDuckDb('tsv'),
  json: byDuckDb('json'),
  ndjson: byDuckDb('ndjson'),
  parquet: byDuckDb('parquet'),
} as const;

/** Formats that hold several tables; LibreOffice converts fods to other workbooks. */
const OF_MANY = { sqlite: writeSqlite, fods: writeFods } as const;

export type TableTarget = keyof typeof OF_ONE | keyof typeof OF_MANY;

/** Whether a target is a table, which is written row by row. */
export function isTableTarget(format: FormatName): format is TableTarget {
  return Object.hasOwn(OF_ONE, format) || holdsTables(format);
}

/** Whether a format holds several tables. */
export function holdsTables(format: FormatName): format is keyof typeof OF_MANY {
  return Object.hasOwn(OF_MANY, format);
}

/** Writes tables as one file: one table, unless the format holds several. */
export async function writeTables(
  database: Database,
  tables: readonly NamedTable[],
  { path, format, options }: { readonly path: string; readonly format: TableTarget; readonly options: Options },
): Promise<void> {
  if (holdsTables(format)) return OF_MANY[format](database, tables, path);
  for (const { relation } of tables) await OF_ONE[format](database, relation, path, options);
}
