import { vi } from 'vitest';

/** Does something as if so much time had passed, in milliseconds. */
export async function later<T>(milliseconds: number, task: () => Promise<T>): Promise<T> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  return task().finally(() => vi.useRealTimers());
}
