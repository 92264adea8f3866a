import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { quoteText } from './tables/column.ts';

/** It loads no extensions. */
const NO_EXTENSIONS = {
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_unsigned_extensions: 'false',
} as const;

/** Besides, this process holds at most a source and its text. */
const MEMORY = '640MB';
const THREADS = '2';
const MOST_SPILLED = '2GB';

/**
 * A database in memory that can access only the folder of its job, whatever a file makes it do, and whose settings are
 * locked.
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

  /** @param readable a file outside of the folder that it may read as well */
  static async open(folder: string, readable: string): Promise<Database> {
    const instance = await DuckDBInstance.create(':memory:', {
      ...NO_EXTENSIONS,
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

  /** Opens a database for a job, and closes it in the end. */
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

  /** The path of a file of the job. */
  path(name: string): string {
    return join(this.folder, name);
  }

  async run(sql: string): Promise<void> {
    await this.#connection.run(sql);
  }

  /** Streams the rows of a query, some thousand at once. */
  stream(sql: string) {
    return this.#connection.stream(sql);
  }

  /** The columns of a query. */
  async columnsOf(sql: string) {
    const result = await this.#connection.stream(`SELECT * FROM (${sql}) LIMIT 0`);
    return result.columnNames().map((name, index) => ({ name, type: result.columnType(index) }));
  }

  close(): void {
    this.#connection.closeSync();
    this.#instance.closeSync();
  }
}

/** A table, as a query. */
export interface Relation {
  /** Returns the rows in their order. */
  readonly query: string;
}

/** A table of a source that may hold several. */
export interface NamedTable {
  /** Empty where the source has no names for tables. */
  readonly name: string;
  readonly relation: Relation;
}
