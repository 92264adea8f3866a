import { vi } from 'vitest';

/** Runs something after so much simulated time, in milliseconds. */
export async function later<T>(milliseconds: number, task: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  return task().finally(() => vi.useRealTimers());
}
