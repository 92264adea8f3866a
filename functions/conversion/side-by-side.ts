/**
 * Runs tasks in order, a few at once. After a failure no other task begins, and the running ones are aborted and awaited.
 * @throws the first failure
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  { atOnce, signal }: { readonly atOnce: number; readonly signal?: AbortSignal | undefined },
  task: (item: T, index: number, signal: AbortSignal) => Promise<R>,
): Promise<R[]> {
  const failing = new AbortController();
  const ended = signal ? AbortSignal.any([signal, failing.signal]) : failing.signal;
  const results: R[] = [];
  const left = items.entries();
  const work = async () => {
    for (const [index, item] of left) {
      if (failing.signal.aborted) return;
      results[index] = await task(item, index, ended);
    }
  };
  const workers = Array.from({ length: Math.min(atOnce, items.length) }, work);
  await Promise.all(workers).catch(async (error: unknown) => {
    failing.abort();
    await Promise.allSettled(workers);
    throw error;
  });
  return results;
}
