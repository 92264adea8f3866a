import type { Relation } from '../database.ts';
import { checkColumns } from '../limits.ts';
import { TextFile } from '../text-file.ts';
import { type Column, quoteName, quoteText } from './column.ts';

/** A cell as text, or nothing. Binary values are in Base64. */
export type Cell = string | null;

/** What stands for nothing; in quotes it is a text like any other. */
const NOTHING = '\\N';

/**
 * A table of texts in a plain dialect that leaves nothing to guess, on its way to DuckDB. It writes at once: what reads a
 * source cell by cell cannot wait.
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
    for (const cell of cells) fields.push(cell === null ? NOTHING : `"${cell.replaceAll('"', '""')}"`);
    this.#file.write(`${fields.join(',')}\n`);
  }

  /** Ends it, and says how it is read. */
  finish(columns: readonly Column[]): Relation {
    this.#file.close();
    checkColumns(columns.length);
    const read = columns.map(
      ({ name, type }) => `${quoteText(name)}: ${quoteText(type === 'BLOB' ? 'VARCHAR' : type)}`,
    );
    const options = [
      'auto_detect=false',
      'header=false',
      "delim=','",
      `quote='"'`,
      `escape='"'`,
      `nullstr=${quoteText(NOTHING)}`,
      'allow_quoted_nulls=false',
      'max_line_size=16777216',
      // DuckDB would take it from the first that it finds, be that within a text.
      "new_line='\\n'",
      `columns={${read.join(', ')}}`,
    ];
    const given = columns.map(({ name, type }) =>
      type === 'BLOB' ? `from_base64(${quoteName(name)}) AS ${quoteName(name)}` : quoteName(name),
    );
    return { query: `SELECT ${given.join(', ')} FROM read_csv(${quoteText(this.#path)}, ${options.join(', ')})` };
  }
}
