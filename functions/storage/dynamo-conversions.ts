import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type Conversion, type ConversionFailure, forgottenAt, LONGEST_DOWNLOAD } from '../conversion/conversion.ts';
import type { ConversionOutcome, ConversionStore } from '../conversion/stores.ts';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';
import { type ConversionItem, fromItem, timeToLive, toItem } from './conversion-item.ts';

const { key, storedFiles } = CONVERSIONS_TABLE;
const SHARDS = [...'0123456789abcdef'];

type Update = Omit<UpdateCommandInput, 'TableName' | 'Key' | 'ReturnValues'>;

/** Conversion records in DynamoDB. */
export class DynamoConversions implements ConversionStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBClient, table: string) {
    this.#client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    this.#table = table;
  }

  async create(conversion: Conversion): Promise<void> {
    await this.#client.send(
      new PutCommand({
        TableName: this.#table,
        Item: toItem(conversion),
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': key },
      }),
    );
  }

  async find(id: string): Promise<Conversion | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [key]: id }, ConsistentRead: true }),
    );
    const conversion = Item && fromItem(Item as ConversionItem);
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

  async *findOverdue(): AsyncGenerator<Conversion> {
    const now = Date.now();
    for (const shard of SHARDS) {
      const pages = paginateQuery(
        { client: this.#client },
        {
          TableName: this.#table,
          IndexName: storedFiles.name,
          KeyConditionExpression: '#shard = :shard AND #expiry <= :now',
          ExpressionAttributeNames: { '#shard': storedFiles.partitionKey, '#expiry': storedFiles.sortKey },
          ExpressionAttributeValues: { ':shard': shard, ':now': now },
        },
      );
      for await (const { Items = [] } of pages) {
        for (const item of Items as ConversionItem[]) if (isOverdue(item, now)) yield fromItem(item);
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

  /** A conditional update: the new item, or undefined when the condition did not hold. */
  async #update(id: string, update: Update): Promise<ConversionItem | undefined> {
    try {
      const { Attributes } = await this.#client.send(
        new UpdateCommand({ ...update, TableName: this.#table, Key: { [key]: id }, ReturnValues: 'ALL_NEW' }),
      );
      return Attributes as ConversionItem;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }
}

/** A file that is being read is left until its reader must be done. */
function isOverdue(item: ConversionItem, now: number): boolean {
  return !item.readers || item.readers <= 0 || item.expires_at + LONGEST_DOWNLOAD <= now;
}
