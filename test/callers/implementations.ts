import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import type { CallerStores } from '../../functions/callers/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../functions/environment.ts';
import { DynamoKeys } from '../../functions/storage/callers/dynamo-keys.ts';
import { DynamoLimits } from '../../functions/storage/callers/dynamo-limits.ts';
import { DynamoWebhooks } from '../../functions/storage/callers/dynamo-webhooks.ts';
import { openCallers } from '../../local/callers/open-callers.ts';
import { useStandIns } from '../support/stand-ins.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** The stores of callers: on AWS, as far as it is stood in for, and on one machine. */
export const CALLER_STORES: readonly (readonly [name: string, use: () => CallerStores])[] = [
  ['in DynamoDB', useDynamo],
  ['on one machine', useSqlite],
];

function useDynamo(): CallerStores {
  useStandIns();
  const stores = {} as CallerStores;
  beforeAll(() => {
    const [client, table] = [new DynamoDBClient(), readEnvironment(ENVIRONMENT.callersTable)];
    Object.assign(stores, {
      keys: new DynamoKeys(client, table),
      limits: new DynamoLimits(client, table),
      webhooks: new DynamoWebhooks(client, table),
    });
  });
  return stores;
}

function useSqlite(): CallerStores {
  const folder = temporaryFolder();
  const stores = {} as CallerStores;
  beforeAll(() => {
    const callers = openCallers(join(folder, 'callers.sqlite'));
    afterAll(() => callers.close());
    Object.assign(stores, callers);
  });
  return stores;
}
