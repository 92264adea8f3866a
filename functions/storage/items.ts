import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  paginateQuery,
  type QueryCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb';
import { CONVERSIONS_TABLE } from '../conversions-table.ts';

const { key } = CONVERSIONS_TABLE;

/** An update of one item. */
export type Update = Omit<UpdateCommandInput, 'TableName' | 'Key' | 'ReturnValues'>;

/** The condition of a write. */
export type Condition = Pick<
  PutCommandInput,
  'ConditionExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
>;

/** That an identifier is not taken. */
export const NEW: Condition = {
  ConditionExpression: 'attribute_not_exists(#key)',
  ExpressionAttributeNames: { '#key': key },
};

/** The items of the table of conversions. */
export class Items {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBClient, table: string) {
    this.#client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    this.#table = table;
  }

  /** The item as of now. */
  async get<T>(id: string): Promise<T | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [key]: id }, ConsistentRead: true }),
    );
    return Item as T | undefined;
  }

  /** Stores an item. @returns false when the condition did not hold */
  async put(item: object, condition: Condition): Promise<boolean> {
    const Item = { ...item };
    return (await this.#ifItHolds(new PutCommand({ TableName: this.#table, Item, ...condition }))) !== undefined;
  }

  /** Changes an item. @returns the new item, or undefined when the condition did not hold */
  async update<T>(id: string, update: Update): Promise<T | undefined> {
    const command = new UpdateCommand({
      ...update,
      TableName: this.#table,
      Key: { [key]: id },
      ReturnValues: 'ALL_NEW',
    });
    const answer = await this.#ifItHolds(command);
    return answer?.Attributes as T | undefined;
  }

  /** All items that a query finds. */
  async *query<T>(query: Omit<QueryCommandInput, 'TableName'>): AsyncGenerator<T> {
    const pages = paginateQuery({ client: this.#client }, { ...query, TableName: this.#table });
    for await (const { Items = [] } of pages) yield* Items as T[];
  }

  async #ifItHolds(command: PutCommand | UpdateCommand) {
    try {
      return await this.#client.send(command as UpdateCommand);
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }
}
