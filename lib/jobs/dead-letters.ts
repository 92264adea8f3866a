import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { deliver } from './deliver.ts';

/** The jobs that failed at every attempt, of whichever engine: a message names a conversion, and that its engine. */
export class DeadLetters extends Construct {
  public readonly queue: Queue;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.queue = new Queue(this, 'Queue', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.minutes(1),
      retentionPeriod: Duration.days(14),
    });
  }

  /** Has a function take them. */
  deliverTo(fn: LambdaFunction): void {
    deliver(this, fn, this.queue, { batchSize: 10, maxConcurrency: 2 });
  }
}
