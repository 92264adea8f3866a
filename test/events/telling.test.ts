import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, describe, expect, it } from 'vitest';
import { useListeners } from '../../functions/services/listeners.ts';
import { toItem } from '../../functions/storage/conversion-item.ts';
import { handler } from '../../functions/transitions/handler.ts';
import { exampleConversion } from '../support/example-conversion.ts';

afterEach(() => useListeners(undefined));

function written(SequenceNumber: string, id?: string): DynamoDBRecord {
  const NewImage = marshall(toItem(exampleConversion(id ? { id } : {})), { removeUndefinedValues: true });
  return { dynamodb: { NewImage, SequenceNumber, ApproximateCreationDateTime: 1_700_000_000 } } as DynamoDBRecord;
}

describe('the writes of a stream', () => {
  it('are retried where a listener throws or rejects, and the others are notified', async () => {
    const bad = exampleConversion().id;
    const heard: string[] = [];
    useListeners([
      (transition) => {
        if (transition.conversion.id === bad) throw new Error('not now');
        return Promise.resolve();
      },
      async ({ conversion }) => void heard.push(conversion.id),
    ]);
    const answer = await handler({ Records: [written('1'), written('2', bad), written('3')] });
    expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }] });
    expect(heard).toHaveLength(3);
    expect(heard).toContain(bad);
  });

  it('that cannot be parsed are retried, and do not delay the others', async () => {
    const heard: string[] = [];
    useListeners([async ({ id }) => void heard.push(id)]);
    const broken = { dynamodb: { NewImage: { conversion_id: { X: 'y' } }, SequenceNumber: '9' } };
    const answer = await handler({ Records: [broken as unknown as DynamoDBRecord, written('1')] });
    expect(answer.batchItemFailures).toEqual([{ itemIdentifier: '9' }]);
    expect(heard).toHaveLength(1);
  });
});
