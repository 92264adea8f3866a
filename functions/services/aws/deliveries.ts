import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { SqsDeliveries } from '../../storage/sqs-deliveries.ts';
import { sqsClient } from './clients.ts';

/** The queue of deliveries in SQS. */
export function buildDeliveries(): SqsDeliveries {
  return new SqsDeliveries(sqsClient(), readEnvironment(ENVIRONMENT.deliveryQueue));
}
