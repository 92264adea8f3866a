import type { Relation } from '../database.ts';
import { checkColumns, LIMITS } from '../limits.ts';
import { TextFile } from '../text-file.ts';
import { type Column, quoteName, quoteText } from './column.ts';
import type { LineEnd } from './scan-delimited.ts';

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

  /** Closes the file, and returns the table. */
  finish(columns: readonly Column[]): Relation {
    this.#file.close();
    return readCsv(this.#path, columns, { separator: ',', header: false, nullText: NULL, lineEnd: '\\n' });
  }
}

/** The dialect of a CSV file. */
export interface Dialect {
  readonly separator: string;
  /** Whether the first line has names. */
  readonly header: boolean;
  /** Stands for null. */
  readonly nullText: string;
  /** DuckDB would detect it from the first line end, even within a field. */
  readonly lineEnd: LineEnd;
}

/** A table that DuckDB reads from CSV, with known columns. */
export function readCsv(
  path: string,
  columns: readonly Column[],
  { separator, header, nullText, lineEnd }: Dialect,
): Relation {
  checkColumns(columns.length);
  const read = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type === 'BLOB' ? 'VARCHAR' : type)}`);
  const options = [
    'auto_detect=false',
    `header=${header}`,
    `delim=${quoteText(separator)}`,
    `quote='"'`,
    `escape='"'`,
    `nullstr=${quoteText(nullText)}`,
    'allow_quoted_nulls=false',
    `max_line_size=${LIMITS.record}`,
    `new_line=${quoteText(lineEnd)}`,
    `columns={${read.join(', ')}}`,
  ];
  const given = columns.map(({ name, type }) =>
    type === 'BLOB' ? `from_base64(${quoteName(name)}) AS ${quoteName(name)}` : quoteName(name),
  );
  return { query: `SELECT ${given.join(', ')} FROM read_csv(${quoteText(path)}, ${options.join(', ')})` };
}
