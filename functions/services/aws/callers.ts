import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { CallerStores } from '../../callers/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { DynamoKeys } from '../../storage/callers/dynamo-keys.ts';
import { DynamoLimits } from '../../storage/callers/dynamo-limits.ts';
import { DynamoWebhooks } from '../../storage/callers/dynamo-webhooks.ts';

/** The keys and what callers have used, in DynamoDB. */
export function buildCallers(): CallerStores {
  const client = new DynamoDBClient();
  const table = readEnvironment(ENVIRONMENT.callersTable);
  return {
    keys: new DynamoKeys(client, table),
    limits: new DynamoLimits(client, table),
    webhooks: new DynamoWebhooks(client, table),
  };
}
