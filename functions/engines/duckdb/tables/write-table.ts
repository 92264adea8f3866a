import type { FormatName } from '../../../conversion/formats.ts';
import type { Options } from '../../../conversion/options.ts';
import type { Database, NamedTable, Relation } from '../database.ts';
import { quoteName, quoteText } from './column.ts';
import { forJson, forText } from './project.ts';
import { writeSqlite } from './sqlite/write-sqlite.ts';
import { writeFods } from './write-fods.ts';

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

/** Formats that hold one table and that DuckDB writes, and the expressions of their values. */
const OF_ONE = { csv: forText, tsv: forText, json: forJson, ndjson: forJson, parquet: undefined } as const;

/** Formats that hold several tables; LibreOffice converts fods to other workbooks. */
const OF_MANY = { sqlite: writeSqlite, fods: writeFods } as const;

type WrittenByDuckDb = keyof typeof OF_ONE;
export type TableTarget = WrittenByDuckDb | keyof typeof OF_MANY;

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
  for (const { relation } of tables) await writeTable(database, relation, { path, format, options });
}

/** Writes a table as a file by DuckDB. */
async function writeTable(
  database: Database,
  { query }: Relation,
  { path, format, options }: { readonly path: string; readonly format: WrittenByDuckDb; readonly options: Options },
): Promise<void> {
  const project = OF_ONE[format];
  const selected = (await database.columnsOf(query)).map(({ name, type }) => {
    const value = quoteName(name);
    return project ? `${project(type, value)} AS ${value}` : value;
  });
  const rows = `SELECT ${selected.join(', ')} FROM (${query})`;
  await database.run(`COPY (${rows}) TO ${quoteText(path)} (${settingsOf(format, options).join(', ')})`);
}

function settingsOf(format: WrittenByDuckDb, options: Options): string[] {
  if (format === 'parquet') {
    const compression = options.compression === 'none' ? 'uncompressed' : String(options.compression ?? 'zstd');
    return ['FORMAT parquet', `COMPRESSION ${quoteText(compression)}`];
  }
  if (format === 'json' || format === 'ndjson') return ['FORMAT json', `ARRAY ${format === 'json'}`];
  const separator = format === 'tsv' ? '\t' : SEPARATORS[String(options.separator ?? 'comma')];
  const all = options.quoting === 'all' ? ['FORCE_QUOTE *'] : [];
  return ['FORMAT csv', `HEADER ${options.header ?? true}`, `DELIMITER ${quoteText(separator ?? ',')}`, ...all];
}
