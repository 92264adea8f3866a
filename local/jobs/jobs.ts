import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import type { SQSEvent } from 'aws-lambda';
import { queueOf } from '../../functions/conversion/job-queues.ts';
import { visibilityTimeout } from '../../functions/conversion/job-times.ts';
import { handler as dispatch } from '../../functions/dispatch/handler.ts';
import type { Engine } from '../../functions/engines/engine.ts';
import { useJobQueue } from '../../functions/services/services.ts';
import { JobQueues } from './job-queues.ts';

/**
 * Makes the handlers, which run in this process, queue jobs here. Failed jobs are tried again as on AWS.
 * @param longest how many jobs of an engine may wait
 */
export function useLocalJobs(engines: readonly Engine[], longest: number | undefined): JobQueues {
  const jobs = new JobQueues({
    engines: Object.fromEntries(engines.map((engine) => [engine.name, visibilityTimeout(queueOf(engine)) * 1000])),
    concurrency: availableParallelism(),
    longest,
    handle: async (id) => {
      const { batchItemFailures } = await dispatch(eventOf(id));
      if (batchItemFailures.length > 0) throw new Error('The job is tried again');
    },
  });
  useJobQueue(jobs);
  return jobs;
}

/** The event of a message from SQS. */
function eventOf(id: string): SQSEvent {
  const record = { messageId: randomUUID(), body: JSON.stringify({ conversion_id: id }) };
  return { Records: [record as SQSEvent['Records'][number]] };
}
