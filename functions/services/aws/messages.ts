import { ENVIRONMENT, readEnvironment } from '../../environment.ts';
import { SqsMessages } from '../../storage/sqs-messages.ts';
import type { Messages } from '../messages.ts';
import { sqsClient } from './clients.ts';

/** The messages of the queue in SQS from which this function is given some. */
export function buildMessages(): Messages {
  return new SqsMessages(sqsClient(), readEnvironment(ENVIRONMENT.ownQueue));
}
