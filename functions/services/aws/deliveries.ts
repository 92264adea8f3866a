import { SQSClient } from '@aws-sdk/client-sqs';
import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { SqsDeliveries } from '../../storage/sqs-deliveries.ts';

/** The queue of deliveries in SQS. */
export function buildDeliveries(): SqsDeliveries {
  return new SqsDeliveries(new SQSClient({ useQueueUrlAsEndpoint: false }), readEnvironment(ENVIRONMENT.deliveryQueue));
}
