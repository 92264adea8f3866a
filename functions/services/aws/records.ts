import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RecordStores } from '../../conversion/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { DynamoConversions } from '../../storage/dynamo-conversions.ts';
import { dynamoSecret } from '../../storage/dynamo-secret.ts';
import { DynamoUploads } from '../../storage/dynamo-uploads.ts';

/** The stores of records in DynamoDB. */
export function buildRecords(): RecordStores {
  const client = new DynamoDBClient();
  const table = readEnvironment(ENVIRONMENT.conversionsTable);
  const secret = dynamoSecret(client, table);
  return { secret, conversions: new DynamoConversions(client, table), uploads: new DynamoUploads(client, table) };
}
