import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { LedgerEntry, LedgerStore } from '../../callers/ledger.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { LEDGER_TABLE } from '../../ledger-table.ts';
import { Items, isNew } from '../items.ts';
import { SHARDS, shardOf } from '../shards.ts';

const { days } = LEDGER_TABLE;

/** An entry as DynamoDB holds it. */
interface LedgerItem {
  readonly conversion_id: string;
  readonly day_shard: string;
  readonly day: string;
  readonly account?: string | undefined;
  readonly plan?: string | undefined;
  readonly created_at: number;
  readonly ended_at: number;
  readonly original_format: FormatName;
  readonly target_format: FormatName;
  readonly result_format: FormatName;
  readonly engine: string;
  readonly engine_seconds: number;
  readonly bytes_in: number;
  readonly bytes_out: number;
}

/** What is billed, in DynamoDB. */
export class DynamoLedger implements LedgerStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, LEDGER_TABLE);
  }

  record(entry: LedgerEntry): Promise<boolean> {
    return this.#items.put(toItem(entry), isNew(LEDGER_TABLE));
  }

  async *of(day: string): AsyncGenerator<LedgerEntry> {
    for (const digit of SHARDS) {
      const items = this.#items.query<LedgerItem>(days.name, {
        condition: `#${days.partitionKey} = :shard`,
        values: { ':shard': shard(day, digit) },
      });
      for await (const item of items) yield fromItem(item);
    }
  }
}

function shard(day: string, digit: string): string {
  return `${day}#${digit}`;
}

function toItem(entry: LedgerEntry): LedgerItem {
  return {
    conversion_id: entry.id,
    day_shard: shard(entry.day, shardOf(entry.id)),
    day: entry.day,
    account: entry.account,
    plan: entry.plan,
    created_at: entry.createdAt,
    ended_at: entry.endedAt,
    original_format: entry.originalFormat,
    target_format: entry.targetFormat,
    result_format: entry.resultFormat,
    engine: entry.engine,
    engine_seconds: entry.engineSeconds,
    bytes_in: entry.bytesIn,
    bytes_out: entry.bytesOut,
  };
}

function fromItem(item: LedgerItem): LedgerEntry {
  return {
    id: item.conversion_id,
    ...(item.account !== undefined && { account: item.account }),
    ...(item.plan !== undefined && { plan: item.plan }),
    day: item.day,
    createdAt: item.created_at,
    endedAt: item.ended_at,
    originalFormat: item.original_format,
    targetFormat: item.target_format,
    resultFormat: item.result_format,
    engine: item.engine,
    engineSeconds: item.engine_seconds,
    bytesIn: item.bytes_in,
    bytesOut: item.bytes_out,
  };
}
