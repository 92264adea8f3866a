import { Duration, Validations } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { JobQueueName } from '../../functions/conversion/job-queues.ts';
import { jobTime, visibilityTimeout } from '../../functions/conversion/job-times.ts';
import { jobQueueVariable } from '../../functions/environment.ts';
import { allow } from '../permissions/allow.ts';
import type { Workload } from '../permissions/workload.ts';
import { deliver, letPutOff } from './deliver.ts';

export interface ConversionQueueProps {
  /** The name of the queue. */
  readonly name: JobQueueName;
}

/** A queue of jobs, for engines with similar time limits. */
export class ConversionQueue extends Construct {
  public readonly jobs: Queue;
  public readonly name: JobQueueName;

  constructor(scope: Construct, id: string, { name }: ConversionQueueProps) {
    super(scope, id);
    this.name = name;
    this.jobs = new Queue(this, 'Jobs', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      visibilityTimeout: Duration.seconds(visibilityTimeout(name)),
      // After its deadline the job has failed, and its message is of no use.
      retentionPeriod: Duration.seconds(2 * jobTime(name)),
    });
    Validations.of(this.jobs).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason:
        'Who takes a job ends it after its attempts, or its deadline. What is left of a message then is of no use.',
    });
  }

  /** Lets a workload queue jobs. */
  grantSend(workload: Workload): void {
    workload.addEnvironment(jobQueueVariable(this.name), this.jobs.queueUrl);
    allow(workload, ['sqs:SendMessage'], [this.jobs.queueArn]);
  }

  /** Makes a function consume the queue, a job per invocation. */
  deliverJobs(fn: LambdaFunction, maximumConcurrency: number): void {
    deliver(this, fn, this.jobs, { batchSize: 1, maxConcurrency: maximumConcurrency });
    letPutOff(fn, this.jobs);
  }
}
