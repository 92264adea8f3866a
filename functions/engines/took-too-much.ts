import type { RunResult } from '../sandbox/run-tool.ts';

/** What ends a tool that takes more processor time, memory, or space for a file than it is given. */
const EXCEEDED: readonly (NodeJS.Signals | null)[] = ['SIGXCPU', 'SIGKILL', 'SIGXFSZ'];

/** Whether a tool was ended because it took more than it is given. */
export function wasStopped({ signal }: Pick<RunResult, 'signal'>): boolean {
  return EXCEEDED.includes(signal);
}

/** Whether a tool took more than it is given: it was stopped, or ended by itself for want of memory, and says so in C++. */
export function tookTooMuch(result: Pick<RunResult, 'signal' | 'stderr'>): boolean {
  return wasStopped(result) || /bad_alloc|out of memory/i.test(result.stderr);
}
