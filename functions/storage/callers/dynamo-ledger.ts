import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { LEDGER_FIELDS, type LedgerEntry, type LedgerStore } from '../../callers/ledger.ts';
import { LEDGER_TABLE } from '../../ledger-table.ts';
import { fromAttributes, toAttributes } from '../item-fields.ts';
import { Items } from '../items.ts';
import { SHARDS, shardOf } from '../shards.ts';

const { days } = LEDGER_TABLE;

/** What is billed, in DynamoDB. */
export class DynamoLedger implements LedgerStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, LEDGER_TABLE);
  }

  record(entry: LedgerEntry): Promise<boolean> {
    const item = { ...toAttributes(entry, LEDGER_FIELDS), day_shard: shard(entry.day, shardOf(entry.id)) };
    return this.#items.put(item);
  }

  async *of(day: string): AsyncGenerator<LedgerEntry> {
    for (const digit of SHARDS) {
      const items = this.#items.query<object>(days.name, {
        condition: `#${days.partitionKey} = :shard`,
        values: { ':shard': shard(day, digit) },
      });
      for await (const item of items) yield fromAttributes<LedgerEntry>(item, LEDGER_FIELDS);
    }
  }
}

function shard(day: string, digit: string): string {
  return `${day}#${digit}`;
}
