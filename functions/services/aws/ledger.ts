import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { LedgerStore } from '../../callers/ledger.ts';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { DynamoLedger } from '../../storage/callers/dynamo-ledger.ts';

/** What is billed, in DynamoDB. */
export function buildLedger(): LedgerStore {
  return new DynamoLedger(new DynamoDBClient(), readEnvironment(ENVIRONMENT.ledgerTable));
}
