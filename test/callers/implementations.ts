import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll } from 'vitest';
import type { LedgerStore } from '../../functions/callers/ledger.ts';
import type { CallerStores } from '../../functions/callers/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { DynamoKeys } from '../../functions/storage/callers/dynamo-keys.ts';
import { DynamoLedger } from '../../functions/storage/callers/dynamo-ledger.ts';
import { DynamoLimits } from '../../functions/storage/callers/dynamo-limits.ts';
import { DynamoWebhooks } from '../../functions/storage/callers/dynamo-webhooks.ts';
import { openCallers } from '../../local/callers/open-callers.ts';
import { later } from '../storage/implementations.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The stores of callers, and the ledger. */
interface Stores extends CallerStores {
  readonly ledger: LedgerStore;
}

/** The stores of callers: against the stand-ins for AWS, and on one machine. */
export const CALLER_STORES: readonly (readonly [name: string, use: () => Stores])[] = [
  ['in DynamoDB', useDynamo],
  ['on one machine', useSqlite],
];

function useDynamo(): Stores {
  useStandIns();
  return later(() => {
    const [client, table] = [new DynamoDBClient(), readEnvironment(ENVIRONMENT.callersTable)];
    return {
      keys: new DynamoKeys(client, table),
      limits: new DynamoLimits(client, table),
      ledger: new DynamoLedger(client, readEnvironment(ENVIRONMENT.ledgerTable)),
      webhooks: new DynamoWebhooks(client, table),
    };
  });
}

function useSqlite(): Stores {
  const folder = temporaryFolder();
  return later(() => {
    const callers = openCallers(join(folder, 'callers.sqlite'));
    afterAll(() => callers.close());
    return callers;
  });
}
