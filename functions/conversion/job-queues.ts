import type { Engine } from '../engines/engine.ts';

/**
 * The queues of jobs, and the longest time limit of an engine whose jobs wait in each, in seconds. Engines share a queue
 * since each costs money for being looked into, used or not. A picture never waits behind a document, and neither waits
 * behind a video: a job waits behind jobs that may take about as long as itself. Within a queue SQS takes turns among accounts.
 */
export const JOB_QUEUES = {
  quick: 120,
  medium: 300,
  long: Number.POSITIVE_INFINITY,
} as const satisfies Record<string, number>;

export type JobQueueName = keyof typeof JOB_QUEUES;

export const JOB_QUEUE_NAMES = Object.keys(JOB_QUEUES) as readonly JobQueueName[];

/** The queue in which the jobs of an engine wait. */
export function queueOf({ worker }: { readonly worker: Pick<Engine['worker'], 'timeout'> }): JobQueueName {
  return JOB_QUEUE_NAMES.find((name) => worker.timeout <= JOB_QUEUES[name]) ?? 'long';
}
