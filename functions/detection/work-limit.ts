import type { Worker } from 'node:worker_threads';

/** The most wall time, as a multiple of the processor time, where a thread has to share its processor. */
const LONGEST = 5;

/**
 * Limits the processor time of a thread from now on.
 * @param limit of processor time, in milliseconds
 * @param over called when the thread has used more, or has taken several times as long in wall time
 * @returns a function that stops watching
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

/** The processor time of a thread, in milliseconds; undefined where it cannot be measured. */
async function workOf(worker: Worker): Promise<number | undefined> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return undefined;
  }
}
