import type { RateState } from './stores.ts';

/** A rate in the terms of the generic cell rate algorithm. Times are milliseconds. */
export interface Cells {
  /** Between two requests, in the long run. */
  readonly interval: number;
  /** How far ahead of the clock the theoretical arrival time may be for a request to pass. */
  readonly tolerance: number;
}

/** @param rate requests a second, and how many at one instant */
export function cellsOf({ requestsPerSecond, burst }: { requestsPerSecond: number; burst: number }): Cells {
  const interval = 1000 / requestsPerSecond;
  return { interval, tolerance: interval * (Math.floor(burst) - 1) };
}

/** How it stands after a request. @param arrival the theoretical arrival time that is kept, milliseconds since the epoch */
export function rateState(passed: boolean, arrival: number, now: number, { interval, tolerance }: Cells): RateState {
  const ahead = Math.max(0, arrival - now);
  return {
    passed,
    remaining: Math.max(0, Math.floor((tolerance - ahead) / interval) + 1),
    reset: ahead,
    retryAfter: Math.max(0, ahead - tolerance),
  };
}
