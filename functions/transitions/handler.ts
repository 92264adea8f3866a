import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { tell } from '../events/listener.ts';
import { causeInLog, logger } from '../logger.ts';
import { eventListeners } from '../services/listeners.ts';
import { transitionIn } from '../services/stream.ts';

/**
 * Tells who listens what the writes to the table of conversions did. The writes of a batch have no order among each
 * other. From the first on that a listener did not take, Lambda brings them again.
 */
export const handler = async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
  const failed = await Promise.all(Records.map(async (record) => ((await isTold(record)) ? [] : [record])));
  return {
    batchItemFailures: failed.flat().map(({ dynamodb }) => ({ itemIdentifier: dynamodb?.SequenceNumber ?? '' })),
  };
};

async function isTold({ dynamodb }: DynamoDBRecord): Promise<boolean> {
  try {
    const transition = dynamodb && transitionIn(dynamodb);
    if (transition) await tell(transition, eventListeners());
    return true;
  } catch (error) {
    logger.error('An event could not be delivered now', { cause: causeInLog(error) });
    return false;
  }
}
