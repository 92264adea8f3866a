import { chmodSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** As for the records: the file is of no use after the process has ended, so that no write waits for the disk. */
const SETTINGS = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -1024;
`;

const TABLES = `
  CREATE TABLE keys (
    digest TEXT PRIMARY KEY,
    content TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE rates (
    caller TEXT PRIMARY KEY,
    arrival REAL NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE use (
    caller TEXT NOT NULL,
    month TEXT NOT NULL,
    conversions INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,
    bytes_in INTEGER NOT NULL DEFAULT 0,
    bytes_out INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (caller, month)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE slots (
    caller TEXT NOT NULL,
    id TEXT NOT NULL,
    month TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (caller, id)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE webhooks (
    account TEXT NOT NULL,
    id TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (account, id)
  ) WITHOUT ROWID, STRICT;
  CREATE TABLE ledger (
    id TEXT PRIMARY KEY,
    day TEXT NOT NULL,
    content TEXT NOT NULL
  ) WITHOUT ROWID, STRICT;
  CREATE INDEX days ON ledger (day, id);
`;

/**
 * Makes the tables of keys, usage, webhooks and the ledger. All calls are synchronous: a read and a write in the same tick
 * need no transaction.
 * @param path the path of a new file
 */
export function openCallerTables(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  chmodSync(path, 0o600);
  database.exec(SETTINGS + TABLES);
  return database;
}
