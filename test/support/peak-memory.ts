import { readdirSync, readFileSync } from 'node:fs';
import { stopEngines } from './engine.ts';

/** How often processes are looked at, in milliseconds. */
const STEP = 5;

/**
 * Runs something, and tells how much memory any process of its engine held at most, in megabytes. Hosts start anew for it:
 * of one that has done other jobs, nobody could tell what this one takes, and a tool may end between two looks.
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

/** The processes that this one has started, and those that they have. */
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

/** Nothing when it has ended in the meantime. */
function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1');
  } catch {
    return '';
  }
}
