/** Programs at a time: a worker has two processors at most. */
const WIDTH = 2;

/**
 * Does tasks two at a time, in order, and gives their results in that order.
 * After a failure nothing is begun any more, and what has begun is waited for: it still works in the job's folder.
 */
export async function runParallel<T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const work = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      try {
        results[index] = await task(item);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: WIDTH }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return results;
}
