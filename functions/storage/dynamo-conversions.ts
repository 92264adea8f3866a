import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { type Conversion, forgottenAt, LONGEST_DOWNLOAD } from '../conversion/conversion.ts';
import type { ConversionStore } from '../conversion/stores.ts';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';
import { type ConversionItem, fromItem, toItem } from './conversion-item.ts';

const { key, storedFiles } = CONVERSIONS_TABLE;
const SHARDS = [...'0123456789abcdef'];

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

  async *findOverdue(): AsyncGenerator<string> {
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
        for (const item of Items as ConversionItem[]) if (isOverdue(item, now)) yield item.conversion_id;
      }
    }
  }

  async forgetFile(id: string): Promise<void> {
    await this.#update(id, {
      UpdateExpression: 'REMOVE #shard',
      ConditionExpression: 'attribute_exists(#shard)',
      ExpressionAttributeNames: { '#shard': storedFiles.partitionKey },
    });
  }

  /** A conditional update: the new item, or undefined when the condition did not hold. */
  async #update(
    id: string,
    update: Omit<UpdateCommandInput, 'TableName' | 'Key' | 'ReturnValues'>,
  ): Promise<ConversionItem | undefined> {
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
