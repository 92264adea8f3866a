import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { RecordStores } from '../conversion/stores.ts';
import { ENVIRONMENT, readEnvironment } from '../environment.ts';
import { DynamoConversions } from '../storage/dynamo-conversions.ts';
import { DynamoUploads } from '../storage/dynamo-uploads.ts';

let stores: RecordStores | undefined;

/** The stores of records, built on first use. */
export function records(): RecordStores {
  stores ??= build();
  return stores;
}

/** Has everybody in this process use other stores than DynamoDB. */
export function useRecords(other: RecordStores): void {
  stores = other;
}

function build(): RecordStores {
  const client = new DynamoDBClient();
  const table = readEnvironment(ENVIRONMENT.conversionsTable);
  return { conversions: new DynamoConversions(client, table), uploads: new DynamoUploads(client, table) };
}
