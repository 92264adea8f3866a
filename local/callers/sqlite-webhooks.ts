import type { DatabaseSync } from 'node:sqlite';
import type { WebhookEndpoint } from '../../functions/webhooks/endpoint.ts';
import type { WebhookStore } from '../../functions/webhooks/stores.ts';

/** The store of webhooks on this machine. */
export class SqliteWebhooks implements WebhookStore {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  async list(account: string): Promise<readonly WebhookEndpoint[]> {
    return this.#list(account);
  }

  async add(account: string, endpoint: WebhookEndpoint, most: number): Promise<boolean> {
    if (this.#list(account).length >= most) return false;
    this.#put(account, endpoint);
    return true;
  }

  async change(account: string, id: string, part: Partial<WebhookEndpoint>): Promise<boolean> {
    const endpoint = this.#list(account).find((candidate) => candidate.id === id);
    if (endpoint) this.#put(account, { ...endpoint, ...part });
    return endpoint !== undefined;
  }

  async remove(account: string, id: string): Promise<boolean> {
    return this.#statements.remove.run(account, id).changes > 0;
  }

  #list(account: string): WebhookEndpoint[] {
    return this.#statements.list
      .all(account)
      .map(({ content }) => JSON.parse(String(content)) as WebhookEndpoint)
      .sort((one, other) => one.createdAt - other.createdAt);
  }

  #put(account: string, endpoint: WebhookEndpoint): void {
    this.#statements.put.run(account, endpoint.id, JSON.stringify(endpoint));
  }
}

function prepare(database: DatabaseSync) {
  return {
    list: database.prepare('SELECT content FROM webhooks WHERE account = ?'),
    put: database.prepare('INSERT OR REPLACE INTO webhooks (account, id, content) VALUES (?, ?, ?)'),
    remove: database.prepare('DELETE FROM webhooks WHERE account = ? AND id = ?'),
  };
}
