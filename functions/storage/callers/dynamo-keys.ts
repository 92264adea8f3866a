import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ApiKey } from '../../callers/api-key.ts';
import type { KeyStore } from '../../callers/stores.ts';
import { CALLER_ITEMS, CALLERS_TABLE } from '../../callers-table.ts';
import { Items } from '../items.ts';

/** A key as DynamoDB holds it. */
interface KeyItem extends Omit<ApiKey, 'digest' | 'createdAt' | 'expiresAt'> {
  readonly id: string;
  readonly created_at: number;
  readonly expires_at?: number | undefined;
}

const PREFIX = CALLER_ITEMS.keys;
const ANY = { condition: 'attribute_exists(#id) OR attribute_not_exists(#id)' };

/** Keys in DynamoDB. */
export class DynamoKeys implements KeyStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, CALLERS_TABLE);
  }

  async find(digest: string): Promise<ApiKey | undefined> {
    const item = await this.#items.get<KeyItem>(`${PREFIX}${digest}`);
    return item && fromItem(item);
  }

  async put(key: ApiKey): Promise<void> {
    await this.#items.put(toItem(key), ANY);
  }

  async list(account?: string): Promise<readonly ApiKey[]> {
    const keys: ApiKey[] = [];
    const all = { condition: 'begins_with(#id, :prefix)', values: { ':prefix': PREFIX } };
    for await (const item of this.#items.scan<KeyItem>(all)) keys.push(fromItem(item));
    return keys
      .filter((key) => account === undefined || key.account === account)
      .sort((one, other) => one.createdAt - other.createdAt);
  }
}

function toItem(key: ApiKey): KeyItem {
  const { digest, createdAt, expiresAt, ...rest } = key;
  return { ...rest, id: `${PREFIX}${digest}`, created_at: createdAt, expires_at: expiresAt };
}

function fromItem(item: KeyItem): ApiKey {
  const { id, start, account, name, plan, limits, scopes, created_at, expires_at, disabled } = item;
  return {
    digest: id.slice(PREFIX.length),
    start,
    account,
    name,
    plan,
    scopes,
    createdAt: created_at,
    ...(limits && { limits }),
    ...(expires_at !== undefined && { expiresAt: expires_at }),
    ...(disabled && { disabled }),
  };
}
