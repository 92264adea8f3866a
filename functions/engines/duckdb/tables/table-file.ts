import type { Relation } from '../database.ts';
import { checkColumns, LIMITS } from '../limits.ts';
import { TextFile } from '../text-file.ts';
import { type Column, quoteName, quoteText } from './column.ts';

/** A cell as text, or null. Binary values are in Base64. */
export type Cell = string | null;

/** Stands for null where it is not quoted. */
const NULL = '\\N';

/**
 * A table on its way to DuckDB, as CSV in an unambiguous dialect. It writes synchronously, as some readers of sources do
 * not wait.
 */
export class TableFile {
  readonly #path: string;
  readonly #file: TextFile;

  constructor(path: string) {
    this.#path = path;
    this.#file = new TextFile(path);
  }

  write(cells: Iterable<Cell>): void {
    const fields: string[] = [];
    for (const cell of cells) fields.push(cell === null ? NULL : `"${cell.replaceAll('"', '""')}"`);
    this.#file.write(`${fields.join(',')}\n`);
  }

  /** Closes the file, and returns the table as DuckDB reads it. */
  finish(columns: readonly Column[]): Relation {
    this.#file.close();
    checkColumns(columns.length);
    const read = columns.map(
      ({ name, type }) => `${quoteText(name)}: ${quoteText(type === 'BLOB' ? 'VARCHAR' : type)}`,
    );
    const options = [
      'auto_detect=false',
      'header=false',
      `delim=','`,
      `quote='"'`,
      `escape='"'`,
      `nullstr=${quoteText(NULL)}`,
      'allow_quoted_nulls=false',
      `max_line_size=${LIMITS.record}`,
      // DuckDB would detect it from the first line end, even within a field.
      String.raw`new_line='\n'`,
      `columns={${read.join(', ')}}`,
    ];
    const given = columns.map(({ name, type }) =>
      type === 'BLOB' ? `from_base64(${quoteName(name)}) AS ${quoteName(name)}` : quoteName(name),
    );
    return { query: `SELECT ${given.join(', ')} FROM read_csv(${quoteText(this.#path)}, ${options.join(', ')})` };
  }
}
