import type { Options } from '../../../conversion/options.ts';
import type { Database, Relation } from '../database.ts';
import { quoteName, quoteText } from './column.ts';
import { forJson, forText } from './project.ts';

const SEPARATORS: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' };

const PROJECTIONS = { csv: forText, tsv: forText, json: forJson, ndjson: forJson, parquet: undefined } as const;

type WrittenByDuckDb = keyof typeof PROJECTIONS;

/** Writes a table as a file by DuckDB. */
export function byDuckDb(format: WrittenByDuckDb) {
  return async (database: Database, { query }: Relation, path: string, options: Options): Promise<void> => {
    const columns = await database.columnsOf(query);
    const project = PROJECTIONS[format];
    const selected = columns.map(({ name, type }) => {
      const value = quoteName(name);
      return project ? `${project(type, value)} AS ${value}` : value;
    });
    const rows = `SELECT ${selected.join(', ')} FROM (${query})`;
    await database.run(`COPY (${rows}) TO ${quoteText(path)} (${settingsOf(format, options).join(', ')})`);
  };
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
