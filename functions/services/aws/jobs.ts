import { engineNamed } from '../../conversion/catalogue.ts';
import { queueOf } from '../../conversion/job-queues.ts';
import type { JobQueue } from '../../conversion/stores.ts';
import { jobQueueVariable, readEnvironment } from '../../environment.ts';
import { SqsQueue } from '../../storage/sqs-queue.ts';
import { sqsClient } from './clients.ts';

/** The job queues in SQS, each shared by engines, and fair among callers. */
export function buildJobs(): JobQueue {
  const client = sqsClient();
  return {
    // Long enough for a worker that has to be started first.
    longestTurn: 5000,
    send: ({ id, engine, caller }) => {
      const queue = new SqsQueue(client, readEnvironment(jobQueueVariable(queueOf(engineNamed(engine)))));
      return queue.send(JSON.stringify({ conversion_id: id, engine }), undefined, caller);
    },
  };
}
