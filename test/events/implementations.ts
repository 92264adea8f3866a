import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeEach } from 'vitest';
import type { RecordStores } from '../../functions/conversion/stores.ts';
import { CONVERSIONS_TABLE } from '../../functions/conversions-table.ts';
import type { Transition } from '../../functions/events/transition.ts';
import { useListeners } from '../../functions/services/listeners.ts';
import { handler } from '../../functions/transitions/handler.ts';
import { announceChange } from '../../local/records/announce-changes.ts';
import { useDynamo, useSqlite } from '../storage/implementations.ts';

/** Stores of records, and the transitions that somebody who listens was told of since a test began. */
export interface ToldStores extends RecordStores {
  readonly told: Transition[];
}

/** What tells of transitions: the stream of the table, as far as it is stood in for, and the records of one machine. */
export const TELLING_STORES: readonly (readonly [name: string, use: () => ToldStores])[] = [
  ['in DynamoDB', () => listening(useDynamo(imitateStream))],
  ['on one machine', () => listening(useSqlite(announceChange))],
];

function listening(records: RecordStores): ToldStores {
  const told: Transition[] = [];
  beforeEach(() => {
    told.length = 0;
    useListeners([async (transition) => void told.push(transition)]);
  });
  afterAll(() => useListeners(undefined));
  return Object.assign(records, { told });
}

/** The stand-in has no streams: what an item was before a write, and is after it, is handed to the function twice. */
function imitateStream(client: DynamoDBClient, table: string): void {
  const reader = new DynamoDBClient();
  const { key } = CONVERSIONS_TABLE;
  const read = async (id: string) =>
    (await reader.send(new GetItemCommand({ TableName: table, Key: { [key]: { S: id } }, ConsistentRead: true }))).Item;
  client.middlewareStack.add(
    (next) => async (args) => {
      const { Key, Item } = args.input as Readonly<Record<string, Record<string, { S?: string }>>>;
      const id = (Key ?? Item)?.[key]?.S;
      if (id === undefined) return next(args);
      const OldImage = await read(id);
      const result = await next(args);
      const record = { OldImage, NewImage: await read(id), SequenceNumber: '1', ApproximateCreationDateTime: 1.5 };
      await handler({ Records: [{ dynamodb: record } as unknown as DynamoDBRecord] });
      return result;
    },
    { name: 'stream', step: 'serialize' },
  );
}
