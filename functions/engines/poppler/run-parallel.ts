import { sideBySide } from '../../conversion/side-by-side.ts';

/** Tasks at a time: a worker has at most two processors. */
const WIDTH = 2;

/**
 * Runs tasks two at a time, and returns their results in order.
 * After a failure it starts no more, and waits for those that run: they still work in the job's folder.
 */
export function runParallel<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  return sideBySide(items, { atOnce: WIDTH }, (item) => task(item));
}
