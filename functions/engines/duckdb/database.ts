import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteText } from './tables/column.ts';

/** It loads and fetches nothing, from nowhere. */
const ALONE = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
} as const;

/** Beside it, this process holds at most a source and its text. */
const MEMORY = '640MB';
const THREADS = '2';
const MOST_SPILLED = '2GB';

/**
 * A database in memory that reads and writes nothing outside of the folder of its job, whatever a file makes it do, and
 * whose settings stay as they are.
 */
export class Database {
  readonly folder: string;
  readonly #instance: DuckDBInstance;
  readonly #connection: DuckDBConnection;

  private constructor(folder: string, instance: DuckDBInstance, connection: DuckDBConnection) {
    this.folder = folder;
    this.#instance = instance;
    this.#connection = connection;
  }

  /** @param readable a file outside of the folder that it may read, too */
  static async open(folder: string, readable: string): Promise<Database> {
    const instance = await DuckDBInstance.create(':memory:', {
      ...ALONE,
      threads: THREADS,
      memory_limit: MEMORY,
      temp_directory: join(folder, 'spilled'),
      max_temp_directory_size: MOST_SPILLED,
    });
    const connection = await instance.connect();
    const settings = [
      `allowed_directories=[${quoteText(`${folder}/`)}]`,
      `allowed_paths=[${quoteText(readable)}]`,
      'enable_external_access=false',
      "TimeZone='UTC'",
      'lock_configuration=true',
    ];
    for (const setting of settings) await connection.run(`SET ${setting}`);
    return new Database(folder, instance, connection);
  }

  /** Opens a database for what is to be done for a job, and closes it in the end. */
  static async use<T>(
    { folder, sourcePath }: { readonly folder: string; readonly sourcePath: string },
    work: (database: Database) => Promise<T>,
  ): Promise<T> {
    const database = await Database.open(folder, sourcePath);
    try {
      return await work(database);
    } finally {
      database.close();
    }
  }

  /** Where a file of the job lies. */
  path(name: string): string {
    return join(this.folder, name);
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql);
  }

  /** The rows of a query, some thousand at once; they never are in memory together. */
  stream(sql: string) {
    return this.#connection.stream(sql);
  }

  /** The only number that a query gives. */
  async number(sql: string): Promise<number> {
    const [[value] = []] = (await this.#connection.runAndReadAll(sql)).getRows();
    return Number(value);
  }

  /** The columns that a query has. */
  async columnsOf(sql: string) {
    const result = await this.#connection.stream(`SELECT * FROM (${sql}) LIMIT 0`);
    return result.columnNames().map((name, index) => ({ name, type: result.columnType(index) }));
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** A table, wherever it comes from: what DuckDB is to read. */
export interface Relation {
  /** A query that gives its rows in their order. */
  readonly query: string;
}

/** A table of a source that may hold several. */
export interface NamedTable {
  /** Nothing where the source has no names for tables. */
  readonly name: string;
  readonly relation: Relation;
}
