import type { JobQueue } from '../../conversion/stores.ts';
import { jobQueueVariable, readEnvironment } from '../../environment.ts';
import { SqsJobs } from '../../storage/sqs-jobs.ts';
import { sqsClient } from './clients.ts';

/** The job queues in SQS. */
export function buildJobs(): JobQueue {
  return new SqsJobs(sqsClient(), (engine) => readEnvironment(jobQueueVariable(engine)));
}
