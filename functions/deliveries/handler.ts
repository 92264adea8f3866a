import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { causeInLog, logger } from '../logger.ts';
import { messages } from '../services/messages.ts';
import { deliveryServices } from '../services/webhooks.ts';
import { deliver } from '../webhooks/deliver.ts';
import { readDelivery } from '../webhooks/delivery.ts';

/** Delivers events to webhooks. One that does not arrive comes back after a while, and then goes to the dead letters. */
export const handler = async ({ Records }: SQSEvent): Promise<SQSBatchResponse> => {
  const kept = await Promise.all(Records.map(async (record) => ((await isDone(record)) ? [] : [record.messageId])));
  return { batchItemFailures: kept.flat().map((itemIdentifier) => ({ itemIdentifier })) };
};

async function isDone(record: SQSRecord): Promise<boolean> {
  const delivery = readDelivery(record.body);
  if (!delivery) {
    logger.error('A message is no delivery', { message_id: record.messageId });
    return true;
  }
  const { account, webhook, event, type } = delivery;
  const tried = Number(record.attributes.ApproximateReceiveCount);
  try {
    const { outcome, reason, again } = await deliver(delivery, tried, deliveryServices());
    logger.info('An event was sent', { account, webhook, event, type, tried, outcome, reason });
    if (again !== undefined) await messages().again(record.receiptHandle, again);
    return outcome !== 'failed';
  } catch (error) {
    logger.error('An event could not be sent now', { webhook, event, tried, cause: causeInLog(error) });
    return false;
  }
}
