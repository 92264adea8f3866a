import { randomUUID } from 'node:crypto';
import { ConditionalCheckFailedException, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateQuery,
  paginateScan,
  QueryCommand,
  type QueryCommandInput,
  type ScanCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

/** The condition of a write. In expressions `#x` is the attribute named x, `:x` one of the values. */
export interface Condition {
  readonly condition: string;
  readonly values?: Readonly<Record<string, unknown>>;
  /** What the names of attributes stand for that are not names by themselves: `#x` is then the attribute named by it. */
  readonly names?: Readonly<Record<`#${string}`, string>>;
}

/** An update of an item, and its condition. */
export interface Change extends Condition {
  readonly update: string;
}

/** A query for one page of an index. */
export interface ItemPage {
  readonly limit: number;
  readonly after?: Readonly<Record<string, unknown>> | undefined;
}

/** A page of an index. */
export interface ItemsInPage<T> {
  readonly items: readonly T[];
  /** The key of the last item that was looked at. @default nothing lies behind */
  readonly last?: Readonly<Record<string, unknown>> | undefined;
}

/** The shape of a table: its partition key, a string. */
export interface TableShape {
  readonly key: string;
}

/** What every item holds: the tokens of the writes that made it what it is, downloads excepted. */
interface Written {
  readonly writes?: ReadonlySet<string>;
}

/**
 * The items of a table. The SDK repeats a write whose answer was lost, and the repetition then finds
 * the condition broken by the write itself. So a write leaves a token in the item: a condition that does not hold is
 * believed only when the item does not bear it.
 */
export class Items {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #key: string;

  /** @param table its name */
  constructor(client: DynamoDBClient, table: string, { key }: TableShape) {
    this.#client = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
    this.#table = table;
    this.#key = key;
  }

  /** The item as of now. */
  async get<T>(id: string): Promise<T | undefined> {
    const { Item } = await this.#client.send(
      new GetCommand({ TableName: this.#table, Key: { [this.#key]: id }, ConsistentRead: true }),
    );
    return Item as T | undefined;
  }

  /**
   * Stores an item.
   * @param wanted the condition. @default its identifier is not taken
   * @returns false when the condition did not hold
   */
  async put(item: object, wanted?: Condition): Promise<boolean> {
    const token = randomUUID();
    const { condition, values }: Condition = wanted ?? { condition: `attribute_not_exists(#${this.#key})` };
    const command = new PutCommand({
      TableName: this.#table,
      Item: { ...item, writes: new Set([token]) },
      ConditionExpression: condition,
      ExpressionAttributeNames: namesIn(condition),
      ExpressionAttributeValues: values,
    });
    if (await this.#ifItHolds(command)) return true;
    const id = (item as Readonly<Record<string, string>>)[this.#key];
    return id !== undefined && (await this.#written(id, token)) !== undefined;
  }

  /** Changes an item, once. @returns the new item, or undefined when the condition did not hold */
  async transition<T>(id: string, { update, condition, values }: Change): Promise<T | undefined> {
    const token = randomUUID();
    const item = await this.update<T>(id, {
      update: `${update} ADD #writes :tokens`,
      condition: `(${condition}) AND NOT contains(#writes, :token)`,
      values: { ...values, ':token': token, ':tokens': new Set([token]) },
    });
    return item ?? (await this.#written<T>(id, token));
  }

  /**
   * Makes a change that may as well be made twice.
   * @returns the new item, or undefined when the condition did not hold
   */
  async update<T>(id: string, { update, condition, values, names }: Change): Promise<T | undefined> {
    const command = new UpdateCommand({
      TableName: this.#table,
      Key: { [this.#key]: id },
      UpdateExpression: update,
      ConditionExpression: condition,
      ExpressionAttributeNames: { ...namesIn(update, condition), ...names },
      ExpressionAttributeValues: values,
      ReturnValues: 'ALL_NEW',
    });
    return (await this.#ifItHolds(command))?.Attributes as T | undefined;
  }

  /** All items that match a condition: scans the whole table. */
  async *scan<T>({ condition, values }: Condition): AsyncGenerator<T> {
    const scan = {
      TableName: this.#table,
      FilterExpression: condition,
      ExpressionAttributeNames: namesIn(condition),
      ExpressionAttributeValues: values,
    } satisfies ScanCommandInput;
    for await (const { Items = [] } of paginateScan({ client: this.#client }, scan)) yield* Items as T[];
  }

  /** All items of an index that match a condition. */
  async *query<T>(index: string, condition: Condition): AsyncGenerator<T> {
    const pages = paginateQuery({ client: this.#client }, this.#queryOf(index, condition));
    for await (const { Items = [] } of pages) yield* Items as T[];
  }

  /** One page of the items of an index that match a condition, from its end; `after` is the last key of the page before. */
  async page<T>(index: string, condition: Condition, { limit, after }: ItemPage): Promise<ItemsInPage<T>> {
    const query = {
      ...this.#queryOf(index, condition),
      ScanIndexForward: false,
      Limit: limit,
      ExclusiveStartKey: after,
    };
    const { Items = [], LastEvaluatedKey } = await this.#client.send(new QueryCommand(query));
    return { items: Items as T[], last: LastEvaluatedKey };
  }

  #queryOf(index: string, { condition, values }: Condition): QueryCommandInput {
    return {
      TableName: this.#table,
      IndexName: index,
      KeyConditionExpression: condition,
      ExpressionAttributeNames: namesIn(condition),
      ExpressionAttributeValues: values,
    };
  }

  /** The item, if a write has taken effect on it. */
  async #written<T>(id: string, token: string): Promise<T | undefined> {
    const item = await this.get<T & Written>(id);
    return item?.writes?.has(token) ? item : undefined;
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

function namesIn(...expressions: readonly string[]): Record<string, string> {
  const names = expressions.join().matchAll(/#(\w+)/g);
  return Object.fromEntries([...names].map(([placeholder, name = '']) => [placeholder, name]));
}
