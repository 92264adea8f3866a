import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { SqsQueue } from '../../storage/sqs-queue.ts';
import type { Messages } from '../messages.ts';
import { sqsClient } from './clients.ts';

/** The messages of the queue in SQS from which this function is given some. */
export function buildMessages(): Messages {
  return new SqsQueue(sqsClient(), readEnvironment(ENVIRONMENT.ownQueue));
}
