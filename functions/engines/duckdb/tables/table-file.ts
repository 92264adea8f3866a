import type { Relation } from '../database.ts';
import { checkColumns } from '../limits.ts';
import { TextFile } from '../text-file.ts';
import { type Column, quoteName, quoteText } from './column.ts';
import type { LineEnd } from './scan-delimited.ts';

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
    return readTexts(this.#path, columns, { separator: ',', header: false, nothing: NOTHING, lineEnd: '\\n' });
  }
}

/** How a table of texts is written. */
export interface Dialect {
  readonly separator: string;
  /** Whether the first line holds names. */
  readonly header: boolean;
  /** What stands for nothing. */
  readonly nothing: string;
  /** How lines end; DuckDB would take it from the first that it finds, be that within a text. */
  readonly lineEnd: LineEnd;
}

/** Has DuckDB read a table of texts, as columns of which all is known. */
export function readTexts(
  path: string,
  columns: readonly Column[],
  { separator, header, nothing, lineEnd }: Dialect,
): Relation {
  checkColumns(columns.length);
  const read = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type === 'BLOB' ? 'VARCHAR' : type)}`);
  const options = [
    'auto_detect=false',
    `header=${header}`,
    `delim=${quoteText(separator)}`,
    `quote='"'`,
    `escape='"'`,
    `nullstr=${quoteText(nothing)}`,
    'allow_quoted_nulls=false',
    'max_line_size=16777216',
    `new_line=${quoteText(lineEnd)}`,
    `columns={${read.join(', ')}}`,
  ];
  const given = columns.map(({ name, type }) =>
    type === 'BLOB' ? `from_base64(${quoteName(name)}) AS ${quoteName(name)}` : quoteName(name),
  );
  return { query: `SELECT ${given.join(', ')} FROM read_csv(${quoteText(path)}, ${options.join(', ')})` };
}
