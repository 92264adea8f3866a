import { engineNamed } from '../../conversion/catalogue.ts';
import { queueOf } from '../../conversion/job-queues.ts';
import type { JobQueue } from '../../conversion/stores.ts';
import { jobQueueVariable, readEnvironment } from '../../environment.ts';
import { SqsJobs } from '../../storage/sqs-jobs.ts';
import { sqsClient } from './clients.ts';

/** The job queues in SQS. */
export function buildJobs(): JobQueue {
  return new SqsJobs(sqsClient(), (engine) => readEnvironment(jobQueueVariable(queueOf(engineNamed(engine)))));
}
