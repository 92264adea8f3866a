import type { Engine } from '../engines/engine.ts';

/** How often a job is begun before it is given up: once more than a worker may die of it. */
export const ATTEMPTS = 2;

/**
 * How often a message is delivered before it is a dead letter. More often than a job is begun, since a delivery can
 * come to nothing: throttled by the platform, or while the job is in hand.
 */
export const DELIVERIES = 5;

/** How long a job may wait for a worker, in seconds. */
const LONGEST_QUEUEING = 5 * 60;

/** What a worker needs beyond its engine's time limit to fetch, store and clean up, in seconds. */
const HANDLING_TIME = 30;

/** What may pass between the delivery of a message and the moment its worker takes the job in hand, in seconds. */
const START_TIME = 30;

/** How long one attempt at a job of an engine may take in all, in seconds: the worker's own time limit. */
export function attemptTime(engine: Pick<Engine, 'worker'>): number {
  return engine.worker.timeout + HANDLING_TIME;
}

/** How long a delivered message stays hidden, in seconds: when it comes back, its first worker is done or dead. */
export function hiddenTime(engine: Pick<Engine, 'worker'>): number {
  return attemptTime(engine) + START_TIME;
}

/** How long after its request a job of an engine must be done, in seconds; then it has failed. */
export function jobTime(engine: Pick<Engine, 'worker'>): number {
  return LONGEST_QUEUEING + ATTEMPTS * hiddenTime(engine);
}
