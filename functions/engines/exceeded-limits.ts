import type { RunResult } from '../sandbox/run-tool.ts';

/** What ends a tool that takes more processor time, memory, or space for a file than it is given. */
const EXCEEDED: readonly (NodeJS.Signals | null)[] = ['SIGXCPU', 'SIGKILL', 'SIGXFSZ'];

/** Whether a tool was ended because it took more than it is given. */
export function exceededLimits({ signal }: Pick<RunResult, 'signal'>): boolean {
  return EXCEEDED.includes(signal);
}
