import type { Caller } from '../callers/caller.ts';
import { endOfMonth, monthOf } from '../callers/months.ts';
import type { MonthlyUse } from '../callers/stores.ts';
import type { UsageRecord } from './representation-schemas.ts';

/**
 * The usage of an account in a month, and what is left: nothing of a month that is over.
 * @param month as in `2026-11`
 * @param now in milliseconds since the epoch
 */
export function usageRecord({ name, plan }: Caller, month: string, now: number, use: MonthlyUse): UsageRecord {
  const { conversionsPerMonth, engineSecondsPerMonth, atOnce, requestsPerSecond, burst, largestFile } = plan;
  return {
    account: name,
    period: month,
    ends_at: new Date(endOfMonth(month)).toISOString(),
    conversions: use.conversions,
    engine_seconds: round(use.engineSeconds),
    bytes_in: use.bytesIn,
    bytes_out: use.bytesOut,
    limits: {
      conversions: conversionsPerMonth ?? null,
      engine_seconds: engineSecondsPerMonth ?? null,
      at_once: atOnce ?? null,
      requests_per_second: requestsPerSecond ?? null,
      burst: requestsPerSecond === undefined ? null : (burst ?? 1),
      largest_file: largestFile ?? null,
    },
    left:
      month === monthOf(now)
        ? {
            conversions: leftOf(conversionsPerMonth, use.conversions),
            engine_seconds: leftOf(engineSecondsPerMonth, use.engineSeconds),
          }
        : { conversions: 0, engine_seconds: 0 },
  };
}

function leftOf(limit: number | undefined, used: number): number | null {
  return limit === undefined ? null : Math.max(0, round(limit - used));
}

/** Rounds to milliseconds, since sums of floating-point numbers are not exact. */
function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
