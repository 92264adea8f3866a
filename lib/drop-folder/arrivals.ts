import { Duration } from 'aws-cdk-lib';
import { Rule } from 'aws-cdk-lib/aws-events';
import { AnyPrincipal, Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { Queue, QueueEncryption, QueuePolicy } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { ENVIRONMENT } from '../../functions/environment.ts';
import type { ConversionFunction } from '../functions/conversion-function.ts';
import { deliver } from '../jobs/deliver.ts';
import { allow } from '../permissions/allow.ts';
import { tellEventBridge } from './tell-event-bridge.ts';

export interface ArrivalsProps {
  /** The bucket that the files are put into. */
  readonly bucket: IBucket;
  /** What their keys begin with. */
  readonly prefix: string;
  /** How long one call for a file may take. */
  readonly callTime: Duration;
  /** How many calls a file has before it goes to the dead letter queue. */
  readonly calls: number;
}

/** How many files a function is given with one call. */
const BATCH = 10;

/**
 * The files that were put into a drop folder and are not done with: each a message, until its result lies where it
 * belongs. Those whose jobs are under way have a queue of their own, so that they pass those that wait. By EventBridge,
 * which tells many of one bucket, whoever owns it and whatever else it tells of.
 */
export class Arrivals extends Construct {
  public readonly queue: Queue;
  /** The files whose jobs are under way. */
  public readonly underWay: Queue;
  /** The files that nothing could be done with, for 14 days: sent back to the queue, they are converted. */
  public readonly deadLetters: Queue;
  public readonly rule: Rule;

  constructor(scope: Construct, id: string, { bucket, prefix, callTime, calls }: ArrivalsProps) {
    super(scope, id);
    const safe = { encryption: QueueEncryption.SQS_MANAGED, retentionPeriod: Duration.days(14) };
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
      // What EventBridge cannot put into the queue in a day it puts where it can be sent from once more.
      targets: [{ bind: () => ({ arn: queue.queueArn, deadLetterConfig: { arn: this.deadLetters.queueArn } }) }],
    });
    this.protect();
    tellEventBridge(bucket);
  }

  /** One policy for all three: each that the CDK would make is a resource more, of which a stack has 500. */
  private protect(): void {
    const queues = [this.queue, this.underWay, this.deadLetters];
    const { document } = new QueuePolicy(this, 'Policy', { queues });
    document.addStatements(
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['sqs:*'],
        resources: queues.map(({ queueArn }) => queueArn),
        conditions: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
      new PolicyStatement({
        principals: [new ServicePrincipal('events.amazonaws.com')],
        actions: ['sqs:SendMessage'],
        resources: [this.queue.queueArn, this.deadLetters.queueArn],
        conditions: { ArnEquals: { 'aws:SourceArn': this.rule.ruleArn } },
      }),
    );
  }

  /** Has a function deal with the files, of which no more than so many are converted at once, and send them anew. */
  deliverTo(fn: ConversionFunction, atOnce: number): void {
    // Two at least, as Lambda wants it. Some calls wait for the slowest of their files.
    const maxConcurrency = Math.max(2, Math.ceil((2 * atOnce) / BATCH));
    const limits = { batchSize: BATCH, maxConcurrency, reportBatchItemFailures: true };
    deliver(this, fn, this.queue, limits);
    deliver(new Construct(this, 'Jobs'), fn, this.underWay, limits);
    fn.addEnvironment(ENVIRONMENT.arrivalsQueue, this.queue.queueUrl);
    fn.addEnvironment(ENVIRONMENT.underWayQueue, this.underWay.queueUrl);
    fn.addEnvironment(ENVIRONMENT.dropFolderAtOnce, `${atOnce}`);
    allow(fn, ['sqs:SendMessage'], [this.queue.queueArn, this.underWay.queueArn]);
  }
}
