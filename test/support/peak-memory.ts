import { readdirSync, readFileSync } from 'node:fs';
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
    megabytes = Math.max(megabytes, ...descendants().map(peakOf));
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

/** The descendants of this process. */
function descendants(): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(statusOf(Number(name)))?.[1] ?? 0));
  }
  const isOurs = (pid: number): boolean => {
    for (let parent = parents.get(pid) ?? 0; parent > 0; parent = parents.get(parent) ?? 0)
      if (parent === process.pid) return true;
    return false;
  };
  return [...parents.keys()].filter(isOurs);
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
