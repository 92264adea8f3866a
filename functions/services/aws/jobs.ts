import { SQSClient } from '@aws-sdk/client-sqs';
import type { JobQueue } from '../../conversion/stores.ts';
import { jobQueueVariable, readEnvironment } from '../../environment.ts';
import { SqsJobs } from '../../storage/sqs-jobs.ts';

/** The job queues in SQS. */
export function buildJobs(): JobQueue {
  // A queue's URL must not decide where its messages go: a stand-in's looks like one of AWS.
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  return new SqsJobs(client, (engine) => readEnvironment(jobQueueVariable(engine)));
}
