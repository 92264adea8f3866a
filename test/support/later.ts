import { vi } from 'vitest';

/** Runs something after so much simulated time, in milliseconds. */
export async function later<T>(milliseconds: number, task: () => Promise<T>): Promise<T> {
  elapse(milliseconds);
  return task().finally(() => vi.useRealTimers());
}

/** From here on the test's clock, and the service's, is so much later, in milliseconds; until it has real timers again. */
export function elapse(milliseconds: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
}
