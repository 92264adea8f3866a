import type { Database, Relation } from '../../database.ts';
import { checkColumns, LIMITS } from '../../limits.ts';
import { tooComplex } from '../../unreadable.ts';
import { quoteText } from '../column.ts';
import { effortOf } from '../project.ts';
import { checkFooter, tooNested } from './check-footer.ts';

/**
 * Has DuckDB read a Parquet file.
 * @throws ConversionError
 */
export async function readParquet(database: Database, path: string): Promise<Relation> {
  await checkFooter(path);
  const query = `SELECT * FROM read_parquet(${quoteText(path)})`;
  const columns = await database.columnsOf(query);
  const { length } = columns;
  checkColumns(length);
  if (columns.reduce((sum, { type }) => sum + effortOf(type), 0) > LIMITS.effort) throw tooNested();
  const rows = await database.number(`SELECT sum(num_rows) FROM parquet_file_metadata(${quoteText(path)})`);
  if (rows * length > LIMITS.cells)
    throw tooComplex(`The table has more than the ${LIMITS.cells} cells that are converted.`);
  return { query };
}
