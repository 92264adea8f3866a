import type { Database, Relation } from '../database.ts';
import { checkColumns } from '../limits.ts';
import { quoteText } from './column.ts';
import { checkLevels } from './project.ts';

/**
 * Reads a Parquet file by DuckDB. The limits of the host's memory and processor time bound what its footer claims.
 * @throws ConversionError
 */
export async function readParquet(database: Database, path: string): Promise<Relation> {
  const query = `SELECT * FROM read_parquet(${quoteText(path)})`;
  const columns = await database.columnsOf(query);
  checkColumns(columns.length);
  for (const { type } of columns) checkLevels(type);
  return { query };
}
