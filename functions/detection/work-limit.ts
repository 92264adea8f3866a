import type { Worker } from 'node:worker_threads';

/** How many times as long a thread may take as it may work, where it must share its processor. */
const LONGEST = 5;

/**
 * Watches a thread that begins to work now.
 * @param limit milliseconds of a processor; on a busy machine they take longer
 * @param over called when it has worked for longer, or has taken several times as long
 * @returns what ends the watch
 */
export function limitWork(worker: Worker, limit: number, over: () => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let watching = true;
  const before = workOf(worker);
  const watch = (left: number) => {
    timer = setTimeout(async () => {
      const [from, to] = await Promise.all([before, workOf(worker)]);
      const worked = from === undefined || to === undefined ? limit : to - from;
      if (!watching) return;
      if (worked < limit) watch(Math.max(limit - worked, limit / 10));
      else over();
    }, left).unref();
  };
  watch(limit);
  const last = setTimeout(over, limit * LONGEST).unref();
  return () => {
    watching = false;
    clearTimeout(timer);
    clearTimeout(last);
  };
}

/** Milliseconds of a processor that a thread has had; nothing where it cannot be measured. */
async function workOf(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
}
