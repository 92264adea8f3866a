import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type Conversion,
  type ConversionFailure,
  LONGEST_DOWNLOAD,
  LONGEST_RECORD_LIFETIME,
  recordExpiresAt,
} from '../conversion/conversion.ts';
import {
  type ConversionList,
  type ConversionOutcome,
  type ConversionStore,
  IdentifierTaken,
  type ListPage,
  type Remains,
} from '../conversion/stores.ts';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';
import {
  type ConversionItem,
  fromItem,
  fromListedItem,
  isConversion,
  timeToLive,
  toErasedItem,
  toItem,
  type UploadItem,
} from './conversion-item.ts';
import { type Change, Items } from './items.ts';
import { SHARDS } from './shards.ts';

const { key, storedFiles, ownConversions, timeToLive: timeToLiveName } = CONVERSIONS_TABLE;

const PROCESSING = { condition: '#state = :processing', values: { ':processing': 'processing' } };
const DOWNLOADABLE = '#state = :ready AND #expires_at > :now';

/** Conversion records in DynamoDB. */
export class DynamoConversions implements ConversionStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table, CONVERSIONS_TABLE);
  }

  async create(conversion: Conversion): Promise<void> {
    if (!(await this.#items.put(toItem(conversion)))) throw new IdentifierTaken();
  }

  async find(id: string): Promise<Conversion | undefined> {
    const item = await this.#items.get<ConversionItem>(id);
    const conversion = item && isConversion(item) ? fromItem(item) : undefined;
    return conversion && Date.now() < recordExpiresAt(conversion) ? conversion : undefined;
  }

  async claim(id: string, until: number, attempts: number): Promise<Conversion | undefined> {
    const item = await this.#whileProcessing(id, {
      update: 'SET #claimed_until = :until, #attempts = if_not_exists(#attempts, :none) + :one',
      condition:
        '#deadline > :now AND (attribute_not_exists(#claimed_until) OR #claimed_until <= :now) ' +
        'AND (attribute_not_exists(#attempts) OR #attempts < :most)',
      values: { ':until': until, ':none': 0, ':one': 1, ':now': Date.now(), ':most': attempts },
    });
    return item && fromItem(item);
  }

  async putBack({ id, claimedUntil }: Pick<Conversion, 'id' | 'claimedUntil'>, attempts: number): Promise<void> {
    await this.#whileProcessing(id, {
      update: 'SET #attempts = :attempts REMOVE #claimed_until',
      condition: '#claimed_until = :until',
      values: { ':attempts': attempts, ':until': claimedUntil },
    });
  }

  async extend(id: string, until: number): Promise<boolean> {
    const item = await this.#whileProcessing(id, {
      update: `SET #claimed_until = :until, #deadline = :until, #expires_at = :until, #${timeToLiveName} = :ttl`,
      condition: '#deadline > :now',
      values: { ':until': until, ':ttl': timeToLive({ expiresAt: until }), ':now': Date.now() },
    });
    return item !== undefined;
  }

  async recordProgress(id: string, percent: number): Promise<void> {
    await this.#items.update(id, {
      update: 'SET #progress = :progress',
      condition: PROCESSING.condition,
      values: { ...PROCESSING.values, ':progress': Math.round(percent) },
    });
  }

  async complete(id: string, outcome: ConversionOutcome): Promise<boolean> {
    const item = await this.#whileProcessing(id, {
      update:
        'SET #state = :ready, #result_format = :format, #file_size = :size, #conversion_time = :time, ' +
        `#expires_at = :expiry, #${timeToLiveName} = :ttl REMOVE #claimed_until, #progress, #secrets`,
      condition: '#deadline > :now',
      values: {
        ':ready': 'ready',
        ':format': outcome.resultFormat,
        ':size': outcome.fileSize,
        ':time': outcome.conversionTime,
        ':expiry': outcome.expiresAt,
        ':ttl': timeToLive(outcome),
        ':now': Date.now(),
      },
    });
    return item !== undefined;
  }

  async fail(id: string, failure: ConversionFailure): Promise<boolean> {
    const item = await this.#items.transition(id, {
      update: 'SET #state = :failed, #failure = :failure REMOVE #claimed_until, #progress, #secrets',
      condition: PROCESSING.condition,
      values: { ...PROCESSING.values, ':failed': 'failed', ':failure': failure },
    });
    return item !== undefined;
  }

  /** Readers are a set, so that adding or removing one twice changes nothing. */
  async beginDownload(id: string, reader: string): Promise<Conversion | undefined> {
    const item = await this.#items.update<ConversionItem>(id, {
      update: 'ADD #readers :readers',
      // One who was counted in before the end may read on.
      condition: `(${DOWNLOADABLE}) OR contains(#readers, :reader)`,
      values: { ':ready': 'ready', ':now': Date.now(), ':readers': new Set([reader]), ':reader': reader },
    });
    return item && fromItem(item);
  }

  async endDownload(id: string, reader: string, complete: boolean): Promise<boolean> {
    const values = { ':readers': new Set([reader]) };
    const item = await this.#items.update<ConversionItem>(
      id,
      complete
        ? {
            update: 'SET #state = :spent DELETE #readers :readers',
            condition: '#state IN (:ready, :spent)',
            values: { ...values, ':ready': 'ready', ':spent': 'spent' },
          }
        : { update: 'DELETE #readers :readers', condition: 'attribute_exists(#state)', values },
    );
    return item?.state === 'spent' && !isRead(item);
  }

  async handOver(id: string, until: number): Promise<boolean> {
    const item = await this.#items.transition(id, {
      update: 'SET #state = :spent, #expires_at = :until',
      condition: DOWNLOADABLE,
      values: { ':spent': 'spent', ':ready': 'ready', ':until': until, ':now': Date.now() },
    });
    return item !== undefined;
  }

  /** Of what DynamoDB has not dropped yet, only so much is read as may be among what is still known. */
  async list(account: string, { limit, after }: ListPage): Promise<ConversionList> {
    const { partitionKey, sortKey, name } = ownConversions;
    const oldest = Date.now() - LONGEST_RECORD_LIFETIME;
    // DynamoDB refuses to begin outside of what is asked for.
    if (after && after.createdAt < oldest) return { conversions: [] };
    const condition = `#${partitionKey} = :account AND #${sortKey} >= :oldest`;
    const { items, last } = await this.#items.page<object>(
      name,
      { condition, values: { ':account': account, ':oldest': oldest } },
      { limit, after: after && { [key]: after.id, [partitionKey]: account, [sortKey]: after.createdAt } },
    );
    const conversions = items.map(fromListedItem).filter((conversion) => Date.now() < recordExpiresAt(conversion));
    return { conversions, ...(last && { next: { id: String(last[key]), createdAt: Number(last[sortKey]) } }) };
  }

  erase(id: string, account: string, remains: Remains): Promise<boolean> {
    return this.#items.put(toErasedItem(id, remains), {
      condition: `#${ownConversions.partitionKey} = :account`,
      values: { ':account': account },
    });
  }

  async *findOverdue(): AsyncGenerator<Pick<Conversion, 'id' | 'source'>> {
    const now = Date.now();
    for (const shard of SHARDS) {
      const items = this.#items.query<ConversionItem | UploadItem>(storedFiles.name, {
        condition: `#${storedFiles.partitionKey} = :shard AND #${storedFiles.sortKey} <= :now`,
        values: { ':shard': shard, ':now': now },
      });
      for await (const item of items) {
        if (isOverdue(item, now)) yield { id: item.conversion_id, source: item.source };
      }
    }
  }

  async forgetFiles(id: string): Promise<void> {
    const shard = `#${storedFiles.partitionKey}`;
    await this.#items.update(id, { update: `REMOVE ${shard}`, condition: `attribute_exists(${shard})` });
  }

  /** A change of a job that is still to be done. */
  #whileProcessing(id: string, { update, condition, values }: Change): Promise<ConversionItem | undefined> {
    return this.#items.transition(id, {
      update,
      condition: `${PROCESSING.condition} AND ${condition}`,
      values: { ...values, ...PROCESSING.values },
    });
  }
}

function isRead({ readers }: Pick<ConversionItem, 'readers'>): boolean {
  return readers !== undefined && readers.size > 0;
}

/** A file that is being read is left until its reader must be done. */
function isOverdue(item: Pick<ConversionItem, 'readers' | 'expires_at'>, now: number): boolean {
  return !isRead(item) || item.expires_at + LONGEST_DOWNLOAD <= now;
}
