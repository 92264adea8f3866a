import type { CallerStores } from '../../functions/callers/stores.ts';
import { openCallerTables } from './caller-tables.ts';
import { SqliteKeys } from './sqlite-keys.ts';
import { SqliteLedger } from './sqlite-ledger.ts';
import { SqliteLimits } from './sqlite-limits.ts';
import { SqliteWebhooks } from './sqlite-webhooks.ts';

/** The stores of callers on this machine. */
export interface LocalCallers extends CallerStores {
  readonly limits: SqliteLimits;
  readonly ledger: SqliteLedger;
  close(): void;
}

/** @param path the path of a new file */
export function openCallers(path: string): LocalCallers {
  const database = openCallerTables(path);
  return {
    keys: new SqliteKeys(database),
    limits: new SqliteLimits(database),
    webhooks: new SqliteWebhooks(database),
    ledger: new SqliteLedger(database),
    close: () => database.close(),
  };
}
