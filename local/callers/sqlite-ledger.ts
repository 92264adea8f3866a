import type { DatabaseSync } from 'node:sqlite';
import type { LedgerEntry, LedgerStore } from '../../functions/callers/ledger.ts';

/** How many entries are read at once: a query blocks the process. */
const PAGE = 500;

/** The ledger of billed conversions on this machine. */
export class SqliteLedger implements LedgerStore {
  readonly #statements: ReturnType<typeof prepare>;

  constructor(database: DatabaseSync) {
    this.#statements = prepare(database);
  }

  async record(entry: LedgerEntry): Promise<boolean> {
    return this.#statements.record.run(entry.id, entry.day, JSON.stringify(entry)).changes > 0;
  }

  async *of(day: string): AsyncGenerator<LedgerEntry> {
    const page = (after: string) => this.#statements.page.all(day, after);
    for (let rows = page(''); rows.length > 0; rows = page(String(rows.at(-1)?.id)))
      for (const { content } of rows) yield JSON.parse(String(content)) as LedgerEntry;
  }

  /** Deletes the entries of the days before one. */
  forget(day: string): void {
    this.#statements.forget.run(day);
  }
}

function prepare(database: DatabaseSync) {
  return {
    record: database.prepare('INSERT OR IGNORE INTO ledger (id, day, content) VALUES (?, ?, ?)'),
    page: database.prepare(`SELECT id, content FROM ledger WHERE day = ? AND id > ? ORDER BY id LIMIT ${PAGE}`),
    forget: database.prepare('DELETE FROM ledger WHERE day < ?'),
  };
}
