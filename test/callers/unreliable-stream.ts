import { type AttributeValue, type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { CONVERSIONS_TABLE } from '../../functions/conversions-table.ts';
import { handler } from '../../functions/transitions/handler.ts';

type Image = Record<string, AttributeValue>;

/** A write to a table, as far as a stream needs it. */
interface Write {
  readonly Key?: Image;
  readonly Item?: Image;
}

/** The largest batch. */
const BATCH = 25;

/**
 * A stream of the table, which the stand-in lacks: it records each change of an item by a client, in order, and delivers
 * changes late, some of them twice, also concurrently, and failed batches again.
 */
export class UnreliableStream {
  /** The count of repeated deliveries. */
  repeated = 0;
  /** The items that were written. */
  readonly identifiers = new Set<string>();
  readonly #random: () => number;
  readonly #table: string;
  readonly #reader: DynamoDBClient;
  readonly #images = new Map<string, Image | undefined>();
  readonly #writing = new Map<string, Promise<unknown>>();
  readonly #waiting: DynamoDBRecord[] = [];
  #count = 0;

  /** @param reader a client that loses no responses */
  constructor(reader: DynamoDBClient, table: string, random: () => number) {
    this.#reader = reader;
    this.#table = table;
    this.#random = random;
  }

  /** Records the writes of a client, whether it gets a response or not. */
  watch(client: DynamoDBClient): void {
    client.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) => {
          const id = identifierIn(args.input as Write);
          if (!id || !['PutItemCommand', 'UpdateItemCommand'].includes(commandName)) return next(args);
          return this.#inTurn(id, () => next(args).finally(() => this.#see(id)));
        },
      { name: 'stream', step: 'serialize' },
    );
  }

  /** Delivers recorded changes. @param most the largest count of batches */
  async deliver(most = Number.POSITIVE_INFINITY): Promise<void> {
    for (let batch = 0; batch < most && this.#waiting.length > 0; batch += 1) {
      const Records = this.#waiting.splice(0, 1 + Math.floor(this.#random() * BATCH));
      const [answer] = await Promise.all([handler({ Records }), this.#random() < 0.3 && this.#repeat(Records)]);
      const failed = answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
      const first = Records.findIndex(({ dynamodb }) => failed.includes(dynamodb?.SequenceNumber ?? ''));
      if (first < 0) continue;
      this.repeated += Records.length - first;
      this.#waiting.unshift(...Records.slice(first));
    }
  }

  /** A response of the function is lost, and Lambda invokes it again. */
  async #repeat(Records: DynamoDBRecord[]): Promise<void> {
    this.repeated += Records.length;
    await handler({ Records });
  }

  /** Serialises the writes to an item, so that its previous state is known. */
  #inTurn<T>(id: string, write: () => Promise<T>): Promise<T> {
    const turn = (this.#writing.get(id) ?? Promise.resolve()).then(write, write);
    this.#writing.set(id, turn);
    return turn;
  }

  async #see(id: string): Promise<void> {
    const Key = { [CONVERSIONS_TABLE.key]: { S: id } };
    const command = new GetItemCommand({ TableName: this.#table, Key, ConsistentRead: true });
    const { Item: NewImage } = await this.#reader.send(command);
    const OldImage = this.#images.get(id);
    if (!NewImage || JSON.stringify(NewImage) === JSON.stringify(OldImage)) return;
    this.#images.set(id, NewImage);
    this.identifiers.add(id);
    this.#count += 1;
    const change = {
      OldImage,
      NewImage,
      SequenceNumber: `${this.#count}`,
      ApproximateCreationDateTime: Date.now() / 1000,
    };
    this.#waiting.push({ dynamodb: change } as unknown as DynamoDBRecord);
  }
}

function identifierIn({ Key, Item }: Write): string | undefined {
  return (Key ?? Item)?.[CONVERSIONS_TABLE.key]?.S;
}
