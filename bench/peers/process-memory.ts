import { readdirSync, readFileSync } from 'node:fs';

/** Memory of processes and all that they started, in MB, and how many they are. */
export interface Memory {
  readonly megabytes: number;
  readonly processes: number;
}

/**
 * What some processes and all below them keep in memory: what they share with others counts in parts (PSS). Where that
 * cannot be read, it counts whole.
 */
export function memoryOf(roots: readonly number[]): Memory {
  const parents = parentsOfAll();
  const family = new Set(roots);
  // A child may come before its parent in the list: look until nothing is added.
  for (let size = 0; size !== family.size; ) {
    size = family.size;
    for (const [child, parent] of parents) if (family.has(parent)) family.add(child);
  }
  const kilobytes = [...family].map(proportionalSize);
  return {
    megabytes: kilobytes.reduce((sum, size) => sum + size, 0) / 1024,
    processes: kilobytes.filter((size) => size > 0).length,
  };
}

function parentsOfAll(): [number, number][] {
  return readdirSync('/proc').flatMap((name): [number, number][] => {
    if (!/^\d+$/.test(name)) return [];
    // The name of the program, in brackets, may hold anything: what counts comes after the last one.
    const parent = Number(read(`/proc/${name}/stat`).split(') ').at(-1)?.split(' ')[1]);
    return [[Number(name), parent]];
  });
}

function proportionalSize(pid: number): number {
  const rollup = /^Pss: +(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1];
  return Number(rollup ?? /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
