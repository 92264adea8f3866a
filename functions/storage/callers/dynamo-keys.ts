import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { ApiKey } from '../../callers/api-key.ts';
import type { KeyStore } from '../../callers/stores.ts';
import { CALLER_ITEMS, CALLERS_TABLE } from '../../callers-table.ts';
import { fromAttributes, toAttributes } from '../item-fields.ts';
import { Items } from '../items.ts';

/** The attribute names of the fields of a key; its digest has a prefix besides. */
const ATTRIBUTES = {
  digest: 'id',
  start: 'start',
  account: 'account',
  name: 'name',
  plan: 'plan',
  limits: 'limits',
  scopes: 'scopes',
  createdAt: 'created_at',
  expiresAt: 'expires_at',
  disabled: 'disabled',
} as const satisfies Record<keyof ApiKey, string>;

const PREFIX = CALLER_ITEMS.keys;
const ANY = { condition: 'attribute_exists(#id) OR attribute_not_exists(#id)' };

/** Keys in DynamoDB. */
export class DynamoKeys implements KeyStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, CALLERS_TABLE);
  }

  async find(digest: string): Promise<ApiKey | undefined> {
    const item = await this.#items.get<object>(`${PREFIX}${digest}`);
    return item && fromItem(item);
  }

  async put(key: ApiKey): Promise<void> {
    await this.#items.put(toItem(key), ANY);
  }

  async list(account?: string): Promise<readonly ApiKey[]> {
    const keys: ApiKey[] = [];
    const all = { condition: 'begins_with(#id, :prefix)', values: { ':prefix': PREFIX } };
    for await (const item of this.#items.scan<object>(all)) keys.push(fromItem(item));
    return keys
      .filter((key) => account === undefined || key.account === account)
      .sort((one, other) => one.createdAt - other.createdAt);
  }
}

function toItem(key: ApiKey): object {
  return toAttributes({ ...key, digest: `${PREFIX}${key.digest}` }, ATTRIBUTES);
}

function fromItem(item: object): ApiKey {
  const key = fromAttributes<ApiKey>(item, ATTRIBUTES);
  return { ...key, digest: key.digest.slice(PREFIX.length) };
}
