import { sideBySide } from '../../conversion/side-by-side.ts';

/** Programs at a time: a worker has two processors at most. */
const WIDTH = 2;

/**
 * Does tasks two at a time, in order, and gives their results in that order.
 * After a failure nothing is begun any more, and what has begun is waited for: it still works in the job's folder.
 */
export function runParallel<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  return sideBySide(items, { atOnce: WIDTH }, (item) => task(item));
}
