import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import type { ConversionFunction } from '../functions/conversion-function.ts';
import { deliver } from '../jobs/deliver.ts';
import { allow } from '../permissions/allow.ts';
import { tellEventBridge } from './tell-event-bridge.ts';

export interface ArrivalsProps {
  /** The watched bucket. */
  readonly bucket: IBucket;
  /** The prefix of their keys. */
  readonly prefix: string;
  /** The timeout of an invocation. */
  readonly callTime: Duration;
  /** How many invocations a file has before it goes to the dead letter queue. */
  readonly calls: number;
}

/** The batch size. */
const BATCH = 10;

/**
 * The queues of a drop folder: each file is a message, until its result is stored. Files with running jobs have a queue of
 * their own, so that they overtake those that wait. Files are reported by EventBridge, which can have several consumers for
 * a bucket and keeps the notifications of its owner.
 */
export class Arrivals extends Construct {
  public readonly queue: Queue;
  /** The files with running jobs. */
  public readonly underWay: Queue;
  /** The files that failed at every attempt, for 14 days: a redrive converts them. */
  public readonly deadLetters: Queue;
  public readonly rule: Rule;

  constructor(scope: Construct, id: string, { bucket, prefix, callTime, calls }: ArrivalsProps) {
    super(scope, id);
    const safe = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true, retentionPeriod: Duration.days(14) };
    this.deadLetters = new Queue(this, 'DeadLetters', safe);
    const [queue, underWay] = ['Queue', 'UnderWay'].map(
      (name) =>
        new Queue(this, name, {
          ...safe,
          visibilityTimeout: callTime.plus(Duration.seconds(30)),
          deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: calls },
        }),
    ) as [Queue, Queue];
    this.queue = queue;
    this.underWay = underWay;
    this.rule = new Rule(this, 'Rule', {
      description: 'A file was put into a drop folder of the file conversion service',
      eventPattern: {
        source: ['aws.s3'],
        detailType: ['Object Created'],
        detail: { bucket: { name: [bucket.bucketName] }, ...(prefix && { object: { key: [{ prefix }] } }) },
      },
      // EventBridge retries for a day, then sends to the dead letter queue.
      targets: [{ bind: () => ({ arn: queue.queueArn, deadLetterConfig: { arn: this.deadLetters.queueArn } }) }],
    });
    for (const each of [queue, this.deadLetters]) this.admitRule(each);
    tellEventBridge(bucket);
  }

  /** Lets the rule send to a queue. SQS accepts only one resource in a statement, so each queue has a policy of its own. */
  private admitRule(queue: Queue): void {
    queue.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [queue.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': this.rule.ruleArn } },
      }),
    );
  }

  /** Makes a function consume the queues. @param atOnce how many files are converted at once */
  deliverTo(fn: ConversionFunction, atOnce: number): void {
    // At least 2, which is Lambda's minimum. Invocations wait for the slowest file of their batch.
    const maxConcurrency = Math.max(2, Math.ceil((2 * atOnce) / BATCH));
    const limits = { batchSize: BATCH, maxConcurrency };
    deliver(this, fn, this.queue, limits);
    deliver(new Construct(this, 'Jobs'), fn, this.underWay, limits);
    fn.addEnvironment(ENVIRONMENT.arrivalsQueue, this.queue.queueUrl);
    fn.addEnvironment(ENVIRONMENT.underWayQueue, this.underWay.queueUrl);
    fn.addEnvironment(ENVIRONMENT.dropFolderAtOnce, `${atOnce}`);
    allow(fn, ['sqs:SendMessage'], [this.queue.queueArn, this.underWay.queueArn]);
  }
}
