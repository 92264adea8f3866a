import type { Options } from '../../../conversion/options.ts';
import type { Quality } from '../../../conversion/quality.ts';
import type { Database, Relation } from '../database.ts';
import { quoteName, quoteText } from './column.ts';
import { forJson, forText } from './project.ts';

/** What DuckDB writes itself. */
export type WrittenByDuckDb = 'csv' | 'tsv' | 'json' | 'ndjson' | 'parquet';

/** What is asked of a result. */
export interface Wanted {
  readonly options: Options;
  readonly quality: Quality;
}

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

const PROJECTIONS = { csv: forText, tsv: forText, json: forJson, ndjson: forJson, parquet: undefined } as const;

/** Writes a table as a file. */
export async function writeFileOf(
  database: Database,
  { query }: Relation,
  { path, format, options }: Wanted & { readonly path: string; readonly format: WrittenByDuckDb },
): Promise<void> {
  const columns = await database.columnsOf(query);
  const project = PROJECTIONS[format];
  const selected = columns.map(({ name, type }) => {
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
