import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import { allow } from '../permissions/allow.ts';

/** The settings of an event source mapping. */
export interface DeliveryLimits {
  /** The largest count of messages of an invocation. */
  readonly batchSize: number;
  /** How many invocations run at once. */
  readonly maxConcurrency: number;
}

/** Makes a function consume a queue; it reports which messages of a batch failed. */
export function deliver(scope: Construct, target: LambdaFunction, queue: Queue, limits: DeliveryLimits): void {
  // Lambda receives with the function's role.
  allow(target, ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]);
  const source = { target, eventSourceArn: queue.queueArn, reportBatchItemFailures: true };
  new EventSourceMapping(scope, 'Delivery', { ...source, ...limits });
}

/** Lets a function change the visibility timeout of the messages of its queue. */
export function letPutOff(target: LambdaFunction, queue: Queue): void {
  target.addEnvironment(ENVIRONMENT.ownQueue, queue.queueUrl);
  allow(target, ['sqs:ChangeMessageVisibility'], [queue.queueArn]);
}
