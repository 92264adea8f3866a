import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { DELIVERIES, hiddenTime, jobTime } from '../../functions/conversion/job-times.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { jobQueueVariable } from '../../functions/environment.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';

const MOST_DEAD_LETTERS_AT_ONCE = 10;

export interface ConversionQueueProps {
  /** The engine whose jobs these are. */
  readonly engine: Engine;
}

/** The jobs that wait for an engine, and those that failed at every attempt. */
export class ConversionQueue extends Construct {
  public readonly jobs: Queue;
  public readonly deadLetters: Queue;
  private readonly engine: Engine;

  constructor(scope: Construct, id: string, { engine }: ConversionQueueProps) {
    super(scope, id);
    this.engine = engine;
    const closed = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };
    this.deadLetters = new Queue(this, 'DeadLetters', {
      ...closed,
      visibilityTimeout: Duration.minutes(1),
      retentionPeriod: Duration.days(14),
    });
    this.jobs = new Queue(this, 'Jobs', {
      ...closed,
      visibilityTimeout: Duration.seconds(hiddenTime(engine)),
      // A job past its deadline has failed, whatever becomes of its message.
      retentionPeriod: Duration.seconds(2 * jobTime(engine)),
      deadLetterQueue: { queue: this.deadLetters, maxReceiveCount: DELIVERIES },
    });
  }

  /** Lets a workload hand in jobs. */
  grantSend(workload: Workload): void {
    workload.addEnvironment(jobQueueVariable(this.engine.name), this.jobs.queueUrl);
    allow(workload, ['sqs:SendMessage'], [this.jobs.queueArn]);
  }

  /** Has a function take the jobs: each by itself, and no more than so many at once. */
  deliverJobs(fn: LambdaFunction, maximumConcurrency: number): void {
    this.deliver('Delivery', fn, this.jobs, { batchSize: 1, maxConcurrency: maximumConcurrency });
  }

  /** Has a function take what failed at every attempt. */
  deliverDeadLetters(fn: LambdaFunction): void {
    this.deliver('DeadLetterDelivery', fn, this.deadLetters, {
      batchSize: MOST_DEAD_LETTERS_AT_ONCE,
      maxConcurrency: 2,
    });
  }

  private deliver(
    id: string,
    target: LambdaFunction,
    queue: Queue,
    limits: { readonly batchSize: number; readonly maxConcurrency: number },
  ): void {
    // Lambda receives with the function's role.
    allow(target, ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'], [queue.queueArn]);
    new EventSourceMapping(this, id, { target, eventSourceArn: queue.queueArn, ...limits });
  }
}
