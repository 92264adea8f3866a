import type { Engine } from '../engines/engine.ts';

/**
 * The queues of jobs, and the longest time limit in seconds of an engine whose jobs wait in each. Engines share queues,
 * since polling costs money even for an empty one. A job waits only behind jobs that may take about as long as itself: a
 * picture never behind a document, and neither behind a video. Within a queue SQS is fair among accounts.
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
