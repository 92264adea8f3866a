import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { CALLER_ITEMS, CALLERS_TABLE } from '../../callers-table.ts';
import type { WebhookEndpoint } from '../../webhooks/endpoint.ts';
import type { WebhookStore } from '../../webhooks/stores.ts';
import { Items } from '../items.ts';

/** The endpoints of an account as DynamoDB holds them: in one item. */
interface WebhooksItem {
  readonly id: string;
  /** By their identifiers. */
  readonly endpoints: Readonly<Record<string, Omit<WebhookEndpoint, 'id'>>>;
}

const THERE = 'attribute_exists(#endpoints.#webhook)';

/** The endpoints of accounts in DynamoDB. */
export class DynamoWebhooks implements WebhookStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, CALLERS_TABLE);
  }

  async list(account: string): Promise<readonly WebhookEndpoint[]> {
    const item = await this.#items.get<WebhooksItem>(keyOf(account));
    return Object.entries(item?.endpoints ?? {})
      .map(([id, endpoint]) => ({ id, ...endpoint }))
      .sort((one, other) => one.createdAt - other.createdAt);
  }

  async add(account: string, { id, ...endpoint }: WebhookEndpoint, most: number): Promise<boolean> {
    const key = keyOf(account);
    const add = () =>
      this.#items.update(key, {
        update: 'SET #endpoints.#webhook = :endpoint',
        condition: `attribute_exists(#endpoints) AND (size(#endpoints) < :most OR ${THERE})`,
        values: { ':endpoint': endpoint, ':most': most },
        names: { '#webhook': id },
      });
    if (await add()) return true;
    // The first one of an account has no item to be put into.
    await this.#items.put({ id: key, endpoints: {} });
    return (await add()) !== undefined;
  }

  async change(account: string, id: string, part: Partial<WebhookEndpoint>): Promise<boolean> {
    const [[name, value] = ['', undefined]] = Object.entries(part);
    const item = await this.#items.update(keyOf(account), {
      update: 'SET #endpoints.#webhook.#part = :value',
      condition: THERE,
      values: { ':value': value },
      names: { '#webhook': id, '#part': name },
    });
    return item !== undefined;
  }

  async remove(account: string, id: string): Promise<boolean> {
    const known = await this.list(account);
    if (!known.some((endpoint) => endpoint.id === id)) return false;
    const change = { update: 'REMOVE #endpoints.#webhook', condition: 'attribute_exists(#endpoints)' };
    await this.#items.update(keyOf(account), { ...change, names: { '#webhook': id } });
    return true;
  }
}

function keyOf(account: string): string {
  return `${CALLER_ITEMS.webhooks}${account}`;
}
