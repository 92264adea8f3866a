import { buildMeter } from '#aws/meter.ts';
import type { JobMeter } from '../conversion/job-meter.ts';

let current: JobMeter | undefined;

/** What counts the jobs that end, built on first use: CloudWatch's metrics, unless this machine has said what else. */
export function meter(): JobMeter {
  current ??= buildMeter();
  return current;
}

/** Has everybody in this process count elsewhere than in CloudWatch. */
export function useMeter(other: JobMeter): void {
  current = other;
}
