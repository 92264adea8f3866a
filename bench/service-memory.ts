import { readdirSync, readFileSync } from 'node:fs';

/**
 * The memory of a process and of all that it has started, in MB: what pages they share is counted once (PSS). Some of
 * them may be ending meanwhile.
 */
export function serviceMemory(pid: number): number {
  return Math.round([pid, ...descendantsOf(pid)].reduce((sum, each) => sum + proportionalSize(each), 0) / 1024);
}

/** All that a process has started, and what that has. */
export function descendantsOf(pid: number): number[] {
  const children = tasksOf(pid).flatMap((task) => read(`/proc/${pid}/task/${task}/children`).split(' '));
  return children.filter(Boolean).flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

function tasksOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
}

function proportionalSize(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
