import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { allow } from '../permissions/allow.ts';

/** How a function is given the messages of a queue. */
export interface DeliveryLimits {
  /** How many come with one call. */
  readonly batchSize: number;
  /** How many calls there are at once. */
  readonly maxConcurrency: number;
  /** Whether the function says of each message of a call whether it is done with. @default false */
  readonly reportBatchItemFailures?: boolean;
}

/** Has a function take the messages of a queue. */
export function deliver(scope: Construct, target: LambdaFunction, queue: Queue, limits: DeliveryLimits): void {
  // Lambda receives with the function's role.
  allow(target, ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]);
  new EventSourceMapping(scope, 'Delivery', { target, eventSourceArn: queue.queueArn, ...limits });
}

/** Lets a function say when the messages of its queue come again that it is not done with. */
export function letPutOff(target: LambdaFunction, queue: Queue): void {
  target.addEnvironment(ENVIRONMENT.ownQueue, queue.queueUrl);
  allow(target, ['sqs:ChangeMessageVisibility'], [queue.queueArn]);
}
