import type { DatabaseSync } from 'node:sqlite';
import type { ApiKey } from '../../functions/callers/api-key.ts';
import type { KeyStore } from '../../functions/callers/stores.ts';

/** The store of API keys on this machine. */
export class SqliteKeys implements KeyStore {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  async find(digest: string): Promise<ApiKey | undefined> {
    const row = this.#statements.find.get(digest);
    return row && parse(row.content);
  }

  async put(key: ApiKey): Promise<void> {
    this.#statements.put.run(key.digest, JSON.stringify(key));
  }

  async list(account?: string): Promise<readonly ApiKey[]> {
    return this.#statements.list
      .all()
      .map(({ content }) => parse(content))
      .filter((key) => account === undefined || key.account === account)
      .sort((one, other) => one.createdAt - other.createdAt);
  }
}

function prepare(database: DatabaseSync) {
  return {
    find: database.prepare('SELECT content FROM keys WHERE digest = ?'),
    put: database.prepare('INSERT OR REPLACE INTO keys (digest, content) VALUES (?, ?)'),
    list: database.prepare('SELECT content FROM keys'),
  };
}

function parse(content: unknown): ApiKey {
  return JSON.parse(String(content)) as ApiKey;
}
