import type { RunResult } from '../sandbox/run-tool.ts';

/** The signals that end a tool at its limits of processor time, memory or file size. */
const EXCEEDED: readonly (NodeJS.Signals | null)[] = ['SIGXCPU', 'SIGKILL', 'SIGXFSZ'];

/** Whether a tool was ended at one of its limits. */
export function exceededLimits({ signal }: Pick<RunResult, 'signal'>): boolean {
  return EXCEEDED.includes(signal);
}
