import type { Engine } from '../engines/engine.ts';
import { ENGINES, readersOf } from '../engines/index.ts';
import { type JobQueueName, queueOf } from './job-queues.ts';

/**
 * The time limits are nested: that of the job in the engine, of the engine function, of the dispatch function that
 * invokes it, and the visibility timeout of the message. So each waits longer than what it waits for, learns why that
 * failed, and no job runs twice at once. The last two belong to a queue, and follow from its slowest engine.
 */
interface Timed {
  readonly worker: Pick<Engine['worker'], 'timeout'>;
  readonly successor?: Timed;
}

/** How many attempts a job has: the first may end with the death of a worker. */
export const ATTEMPTS = 2;

/** The bounds of the pause after which a job that was not begun is tried again, in milliseconds. */
const SHORTEST_PAUSE = 5_000;
const LONGEST_PAUSE = 30_000;

/** How long a job may wait for its turn, in seconds. */
const LONGEST_QUEUEING = 5 * 60;

/** The time beyond its engine's limit that an engine function needs to start, to fetch and to store, in seconds. */
const TRANSFER_TIME = 30;

/** The time beyond that which dispatch needs to claim the job, to invoke the engine and to record the end, in seconds. */
const HANDLING_TIME = 15;

/** The longest time between the delivery of a message and the claim of its job, in seconds. */
const START_TIME = 15;

/** How long an engine function may take for one job, in seconds. */
export function engineTime({ worker }: Timed): number {
  return worker.timeout + TRANSFER_TIME;
}

/** How long two engines that work one after the other may take together: two attempts are done before the source is deleted. */
const LONGEST_TOGETHER = 720;

/**
 * How long an engine and those that work with it may take for one job, in seconds: one that hands it over does so early, and
 * one that reads what another has made searchable comes after that.
 */
export function handingOverTime(engine: Timed): number {
  const recogniser = engine.successor ?? engine;
  const together = engineTime(recogniser) + Math.max(0, ...readersOf(recogniser).map(engineTime));
  return Math.max(engineTime(engine), Math.min(together, LONGEST_TOGETHER));
}

/** How long one attempt at a job of an engine may take in all, in seconds. */
export function attemptTime(engine: Timed): number {
  return handingOverTime(engine) + HANDLING_TIME;
}

/** How long an attempt at any job of a queue may take, in seconds: the time limit of its dispatch. */
export function dispatchTime(queue: JobQueueName): number {
  return Math.max(...ENGINES.filter((engine) => queueOf(engine) === queue).map(attemptTime));
}

/** The visibility timeout of a queue, in seconds: when a message is delivered again, its first receiver is done or dead. */
export function visibilityTimeout(queue: JobQueueName): number {
  return dispatchTime(queue) + START_TIME;
}

/** The time from the request of a job to its deadline, in seconds. */
export function jobTime(queue: JobQueueName): number {
  return LONGEST_QUEUEING + ATTEMPTS * visibilityTimeout(queue);
}

/**
 * The pause before a job that was not begun is tried again, in milliseconds: random, so that not all come back at once,
 * and no longer than until the deadline, so that the failure is recorded then.
 */
export function pauseBefore(deadline: number): number {
  const pause = SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE);
  return Math.max(0, Math.min(pause, deadline - Date.now()));
}
