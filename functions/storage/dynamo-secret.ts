import { randomBytes } from 'node:crypto';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';
import { Items } from './items.ts';

/** No identifier of a conversion. */
const KEY = 'secret';

interface SecretItem {
  readonly secret: string;
}

/**
 * The secret of a service, beside its records: whoever may read those knows all identifiers anyway. The first
 * process that needs it creates it; each process reads it once.
 */
export function dynamoSecret(client: DynamoDBClient, table: string): () => Promise<string> {
  const items = new Items(client, table, CONVERSIONS_TABLE);
  let known: Promise<string> | undefined;
  const find = async () => (await items.get<SecretItem>(KEY))?.secret;
  const make = async () => {
    await items.put({ conversion_id: KEY, secret: randomBytes(32).toString('hex') });
    const secret = await find();
    if (secret) return secret;
    throw new Error('The secret of the service cannot be kept');
  };
  return () => {
    known ??= find().then((secret) => secret ?? make());
    known.catch(() => {
      known = undefined;
    });
    return known;
  };
}
