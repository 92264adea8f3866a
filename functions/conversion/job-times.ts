import type { Engine } from '../engines/engine.ts';
import { ENGINES } from '../engines/index.ts';
import { type JobQueueName, queueOf } from './job-queues.ts';

/**
 * Each of these times ends within the next: the job in the engine, the engine function, the function that dispatches to
 * it, the time that the message stays hidden. So whoever waits gets the reason, and nothing is begun twice at once. The last
 * two are those of a queue, and so of the slowest of the engines that share it.
 */
interface Timed {
  readonly worker: Pick<Engine['worker'], 'timeout'>;
  readonly successor?: Timed;
}

/** How often a job is begun: a worker may die of it once. */
export const ATTEMPTS = 2;

/** How long a job that was not begun waits until that is tried again: so long at least, and at most, in milliseconds. */
const SHORTEST_PAUSE = 5_000;
const LONGEST_PAUSE = 30_000;

/** How long a job may wait for its turn, in seconds. */
const LONGEST_QUEUEING = 5 * 60;

/** What an engine function needs beyond its engine's time limit to start, to fetch and to store, in seconds. */
const TRANSFER_TIME = 30;

/** What dispatch needs beyond that to claim the job, to call the engine and to note the end, in seconds. */
const HANDLING_TIME = 15;

/** What may pass between the delivery of a message and the moment its job is claimed, in seconds. */
const START_TIME = 15;

/** How long an engine function may take for one job, in seconds. */
export function engineTime({ worker }: Timed): number {
  return worker.timeout + TRANSFER_TIME;
}

/** How long an engine and its successor may take for one job, in seconds: a job that is handed over is so early. */
export function handingOverTime(engine: Timed): number {
  return Math.max(engineTime(engine), engine.successor ? engineTime(engine.successor) : 0);
}

/** How long one attempt at a job of an engine may take in all, in seconds. */
export function attemptTime(engine: Timed): number {
  return handingOverTime(engine) + HANDLING_TIME;
}

/** How long an attempt at any job of a queue may take, in seconds: the time limit of its dispatch. */
export function dispatchTime(queue: JobQueueName): number {
  return Math.max(...ENGINES.filter((engine) => queueOf(engine) === queue).map(attemptTime));
}

/** How long a delivered message stays hidden, in seconds: when it comes back, whoever had it first is done or dead. */
export function hiddenTime(queue: JobQueueName): number {
  return dispatchTime(queue) + START_TIME;
}

/** How long after its request a job of a queue must be done, in seconds; then it has failed. */
export function jobTime(queue: JobQueueName): number {
  return LONGEST_QUEUEING + ATTEMPTS * hiddenTime(queue);
}

/**
 * After how long a job that was not begun comes back, in milliseconds: no two at once, and none long after its deadline,
 * when it learns that it has failed.
 */
export function pauseBefore(deadline: number): number {
  const pause = SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE);
  return Math.max(0, Math.min(pause, deadline - Date.now()));
}
