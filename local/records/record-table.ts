import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { OnChange } from './announce-changes.ts';
import { goneAt, listedAs, overdueAt, type StoredRecord } from './stored-record.ts';

/** How many rows are listed or removed at once: a query blocks the process. */
const PAGE = 500;

/**
 * The file is of no use after the process has ended, so that no write waits for the disk. The cache is bounded, however
 * many records there are. Deleted bytes are overwritten, since there may be passwords among them.
 */
const SETTINGS = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA secure_delete = ON;
  PRAGMA cache_size = -4096;
`;

const TABLE = `
  CREATE TABLE records (
    id TEXT PRIMARY KEY,
    content TEXT NOT NULL,
    overdue_at INTEGER,
    gone_at INTEGER NOT NULL,
    account TEXT,
    created_at INTEGER
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX overdue ON records (overdue_at) WHERE overdue_at IS NOT NULL;
  CREATE INDEX gone ON records (gone_at) WHERE overdue_at IS NULL;
  CREATE INDEX own ON records (account, created_at, id) WHERE account IS NOT NULL;
`;

/** A record whose files have to be deleted. */
export interface OverdueRecord {
  readonly id: string;
  readonly since: number;
  readonly record: StoredRecord;
}

/**
 * The table of records on this machine. All calls are synchronous: a read and a write in the same tick need no condition
 * in the table.
 */
export class RecordTable {
  readonly #database: DatabaseSync;
  readonly #statements: ReturnType<typeof prepare>;
  readonly #onChange: OnChange | undefined;

  /**
   * @param path the path of a new file
   * @param onChange called after each write
   */
  constructor(path: string, onChange?: OnChange) {
    this.#onChange = onChange;
    this.#database = new DatabaseSync(path);
    chmodSync(path, 0o600);
    this.#database.exec(SETTINGS + TABLE);
    this.#statements = prepare(this.#database);
  }

  /** The record with an identifier, even if it has expired. */
  get(id: string): StoredRecord | undefined {
    const row = this.#statements.get.get(id);
    return row && parse(row.content);
  }

  /** Inserts a record. @returns false when the identifier is taken */
  insert(id: string, record: StoredRecord): boolean {
    const { changes } = this.#statements.insert.run(id, ...columnsOf(record));
    if (changes > 0) this.#onChange?.(undefined, record);
    return changes > 0;
  }

  /** Replaces the record with an identifier. */
  replace(id: string, record: StoredRecord): void {
    const before = this.#onChange && this.get(id);
    this.#statements.replace.run(...columnsOf(record), id);
    this.#onChange?.(before, record);
  }

  /** A page of the unexpired records of an account, newest first. @param after the last record of the page before */
  own(
    account: string,
    now: number,
    limit: number,
    after?: Readonly<{ id: string; createdAt: number }>,
  ): StoredRecord[] {
    const { createdAt, id } = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: '' };
    return this.#statements.own.all(account, createdAt, id, now, limit).map(({ content }) => parse(content));
  }

  /** A page of the records with overdue files, the longest overdue first. @param after the last record of the page before */
  overdue(now: number, after: Pick<OverdueRecord, 'id' | 'since'> = { id: '', since: 0 }): OverdueRecord[] {
    const rows = this.#statements.overdue.all(now, after.since, after.id);
    return rows.map(({ id, overdue_at, content }) => ({
      id: String(id),
      since: Number(overdue_at),
      record: parse(content),
    }));
  }

  /** Removes a page of expired records without files. @returns whether there may be more */
  removeGone(now: number): boolean {
    return this.#statements.removeGone.run(now).changes === PAGE;
  }

  close(): void {
    this.#database.close();
  }
}

function prepare(database: DatabaseSync) {
  return {
    get: database.prepare('SELECT content FROM records WHERE id = ?'),
    insert: database.prepare(
      `INSERT OR IGNORE INTO records (id, content, overdue_at, gone_at, account, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
    ),
    replace: database.prepare(
      'UPDATE records SET content = ?, overdue_at = ?, gone_at = ?, account = ?, created_at = ? WHERE id = ?',
    ),
    own: database.prepare(
      `SELECT content FROM records WHERE account = ? AND (created_at, id) < (?, ?) AND gone_at > ?
       ORDER BY created_at DESC, id DESC LIMIT ?`,
    ),
    overdue: database.prepare(
      `SELECT id, overdue_at, content FROM records WHERE overdue_at <= ? AND (overdue_at, id) > (?, ?)
       ORDER BY overdue_at, id LIMIT ${PAGE}`,
    ),
    removeGone: database.prepare(
      `DELETE FROM records WHERE id IN
       (SELECT id FROM records WHERE overdue_at IS NULL AND gone_at <= ? LIMIT ${PAGE})`,
    ),
  };
}

/** The columns of a record besides its identifier. */
function columnsOf(record: StoredRecord) {
  const { account = null, createdAt = null } = listedAs(record) ?? {};
  return [JSON.stringify(record), overdueAt(record), goneAt(record), account, createdAt] as const;
}

function parse(content: unknown): StoredRecord {
  return JSON.parse(String(content)) as StoredRecord;
}
