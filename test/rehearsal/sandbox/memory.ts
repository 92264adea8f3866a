import { readFileSync } from 'node:fs';

const LINES = /^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm;

/**
 * The memory of a process and of all that it has started, in MB: what cannot be read again from a file, so that who has
 * no more of it is ended.
 */
export function memoryOf(pid: number): number {
  return tree(pid).reduce((sum, member) => sum + ownMemory(member), 0);
}

function tree(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return [pid, ...children.flatMap((child) => tree(Number(child)))];
}

function ownMemory(pid: number): number {
  const kilobytes = [...read(`/proc/${pid}/status`).matchAll(LINES)].map(([, size]) => Number(size));
  return kilobytes.reduce((sum, size) => sum + size, 0) / 1024;
}

/** Nothing of a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
