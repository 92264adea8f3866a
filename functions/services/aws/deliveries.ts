import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { SqsQueue } from '../../storage/sqs-queue.ts';
import type { DeliveryQueue } from '../../webhooks/stores.ts';
import { sqsClient } from './clients.ts';

/** The queue of deliveries in SQS: slow receivers of one account do not delay the deliveries of others. */
export function buildDeliveries(): DeliveryQueue {
  const queue = new SqsQueue(sqsClient(), readEnvironment(ENVIRONMENT.deliveryQueue));
  return { send: (delivery) => queue.send(JSON.stringify(delivery), undefined, delivery.account) };
}
