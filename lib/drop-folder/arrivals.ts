import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deliver } from '../jobs/deliver.ts';
import { tellEventBridge } from './tell-event-bridge.ts';

export interface ArrivalsProps {
  /** The bucket that the files are put into. */
  readonly bucket: IBucket;
  /** What their keys begin with. */
  readonly prefix: string;
  /** How long one call for a file may take. */
  readonly callTime: Duration;
  /** How many calls a file has before it is a dead letter. */
  readonly calls: number;
}

/**
 * The files that were put into a drop folder and are not done with: each a message, which stays until its result lies
 * where it belongs. By EventBridge, which tells many of one bucket, whoever owns it and whatever else it tells of.
 */
export class Arrivals extends Construct {
  public readonly queue: Queue;
  /** The files that nothing could be done with, for 14 days: sent back to the queue, they are converted. */
  public readonly deadLetters: Queue;
  public readonly rule: Rule;

  constructor(scope: Construct, id: string, { bucket, prefix, callTime, calls }: ArrivalsProps) {
    super(scope, id);
    const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) };
    this.deadLetters = new Queue(this, 'DeadLetters', safe);
    this.queue = new Queue(this, 'Queue', {
      ...safe,
      visibilityTimeout: callTime.plus(Duration.seconds(30)),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: calls },
    });
    this.rule = new Rule(this, 'Rule', {
      description: 'A file was put into a drop folder of the file conversion service',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [bucket.bucketName] }, ...(prefix && { object: { key: [{ prefix }] } }) },
      },
      // What EventBridge cannot put into the queue in a day it puts where it can be sent from once more.
      targets: [new SqsQueue(this.queue, { deadLetterQueue: this.deadLetters })],
    });
    tellEventBridge(bucket);
  }

  /** Has a function deal with the files, one by one, and no more than so many at once. */
  deliverTo(fn: LambdaFunction, maximumConcurrency: number): void {
    deliver(this, fn, this.queue, { batchSize: 1, maxConcurrency: maximumConcurrency });
  }
}
