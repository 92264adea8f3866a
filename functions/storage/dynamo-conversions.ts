import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type Conversion, type ConversionFailure, forgottenAt, LONGEST_DOWNLOAD } from '../conversion/conversion.ts';
import type { ConversionOutcome, ConversionStore } from '../conversion/stores.ts';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';
import { type ConversionItem, fromItem, isUpload, timeToLive, toItem, type UploadItem } from './conversion-item.ts';
import { Items, NEW, type Update } from './items.ts';

const { storedFiles } = CONVERSIONS_TABLE;
const SHARDS = [...'0123456789abcdef'];

/** Conversion records in DynamoDB. */
export class DynamoConversions implements ConversionStore {
  readonly #items: Items;

  constructor(client: DynamoDBClient, table: string) {
    this.#items = new Items(client, table);
  }

  async create(conversion: Conversion): Promise<void> {
    if (!(await this.#items.put(toItem(conversion), NEW))) throw new Error('The identifier of a conversion is taken');
  }

  async find(id: string): Promise<Conversion | undefined> {
    const item = await this.#items.get<ConversionItem>(id);
    const conversion = item && !isUpload(item) ? fromItem(item) : undefined;
    return conversion && Date.now() < forgottenAt(conversion) ? conversion : undefined;
  }

  async claim(id: string, until: number, attempts: number): Promise<Conversion | undefined> {
    const item = await this.#whileProcessing(id, {
      UpdateExpression: 'SET claimed_until = :until ADD attempts :one',
      ConditionExpression:
        'deadline > :now AND (attribute_not_exists(claimed_until) OR claimed_until <= :now) ' +
        'AND (attribute_not_exists(attempts) OR attempts < :most)',
      ExpressionAttributeValues: { ':until': until, ':one': 1, ':now': Date.now(), ':most': attempts },
    });
    return item && fromItem(item);
  }

  async recordProgress(id: string, percent: number): Promise<void> {
    await this.#whileProcessing(id, {
      UpdateExpression: 'SET progress = :progress',
      ExpressionAttributeValues: { ':progress': Math.round(percent) },
    });
  }

  async complete(id: string, outcome: ConversionOutcome): Promise<boolean> {
    const item = await this.#whileProcessing(id, {
      UpdateExpression:
        'SET #state = :ready, result_format = :format, file_size = :size, conversion_time = :time, ' +
        'expires_at = :expiry, #ttl = :ttl REMOVE claimed_until, progress',
      ConditionExpression: 'deadline > :now',
      ExpressionAttributeNames: { '#ttl': CONVERSIONS_TABLE.timeToLive },
      ExpressionAttributeValues: {
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
    const item = await this.#whileProcessing(id, {
      UpdateExpression: 'SET #state = :failed, failure = :failure REMOVE claimed_until, progress',
      ExpressionAttributeValues: { ':failed': 'failed', ':failure': failure },
    });
    return item !== undefined;
  }

  async beginDownload(id: string): Promise<Conversion | undefined> {
    const item = await this.#update(id, {
      UpdateExpression: 'ADD readers :one',
      ConditionExpression: '#state = :ready AND expires_at > :now',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':one': 1, ':ready': 'ready', ':now': Date.now() },
    });
    return item && fromItem(item);
  }

  async endDownload(id: string, complete: boolean): Promise<boolean> {
    const item = await this.#update(id, {
      UpdateExpression: complete ? 'SET #state = :spent ADD readers :minusOne' : 'ADD readers :minusOne',
      ConditionExpression: complete ? '#state IN (:ready, :spent)' : 'attribute_exists(#state)',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':minusOne': -1, ...(complete && { ':ready': 'ready', ':spent': 'spent' }) },
    });
    return item?.state === 'spent' && (item.readers ?? 0) <= 0;
  }

  async handOver(id: string, until: number): Promise<boolean> {
    const item = await this.#update(id, {
      UpdateExpression: 'SET #state = :spent, expires_at = :until',
      ConditionExpression: '#state = :ready AND expires_at > :now',
      ExpressionAttributeNames: { '#state': 'state' },
      ExpressionAttributeValues: { ':spent': 'spent', ':ready': 'ready', ':until': until, ':now': Date.now() },
    });
    return item !== undefined;
  }

  async *findOverdue(): AsyncGenerator<Pick<Conversion, 'id' | 'source'>> {
    const now = Date.now();
    for (const shard of SHARDS) {
      const items = this.#items.query<ConversionItem | UploadItem>({
        IndexName: storedFiles.name,
        KeyConditionExpression: '#shard = :shard AND #expiry <= :now',
        ExpressionAttributeNames: { '#shard': storedFiles.partitionKey, '#expiry': storedFiles.sortKey },
        ExpressionAttributeValues: { ':shard': shard, ':now': now },
      });
      for await (const item of items) {
        if (isOverdue(item, now)) yield { id: item.conversion_id, source: item.source };
      }
    }
  }

  async forgetFiles(id: string): Promise<void> {
    await this.#update(id, {
      UpdateExpression: 'REMOVE #shard',
      ConditionExpression: 'attribute_exists(#shard)',
      ExpressionAttributeNames: { '#shard': storedFiles.partitionKey },
    });
  }

  /** An update of a job that is still to be done. */
  #whileProcessing(id: string, update: Update): Promise<ConversionItem | undefined> {
    const conditions = ['#state = :processing', update.ConditionExpression].filter(Boolean);
    return this.#update(id, {
      ...update,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#state': 'state' },
      ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':processing': 'processing' },
    });
  }

  #update(id: string, update: Update): Promise<ConversionItem | undefined> {
    return this.#items.update(id, update);
  }
}

/** A file that is being read is left until its reader must be done. */
function isOverdue(item: Pick<ConversionItem, 'readers' | 'expires_at'>, now: number): boolean {
  return !item.readers || item.readers <= 0 || item.expires_at + LONGEST_DOWNLOAD <= now;
}
