import { readFileSync } from 'node:fs';
import { descendantsOf } from '../../bench/service-memory.ts';
import { stopEngines } from './engine.ts';

/** The sampling interval, in milliseconds. */
const STEP = 5;

/**
 * Runs something, and returns the peak memory of any process of its engine, in megabytes. It uses fresh hosts, since the peak of
 * a used one may be that of another job, and a tool may exit between two samples.
 */
export async function peakMemory<T>(work: () => Promise<T>): Promise<{ value: T; megabytes: number }> {
  await stopEngines();
  let megabytes = 0;
  const look = () => {
    megabytes = Math.max(megabytes, ...descendantsOf(process.pid).map(peakOf));
  };
  const timer = setInterval(look, STEP);
  try {
    const value = await work();
    look();
    return { value, megabytes };
  } finally {
    clearInterval(timer);
  }
}

function peakOf(pid: number): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(statusOf(pid))?.[1] ?? 0) / 1024;
}

/** Undefined when it has exited. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return '';
  }
}
