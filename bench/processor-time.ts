import { readFileSync } from 'node:fs';
import { descendantsOf } from './service-memory.ts';

/** How long a tick is that Linux counts processor time in, in milliseconds. */
const TICK = 10;

/** Where the times stand behind the name of a process: its own, and those of what it has started and seen the end of. */
const TIMES = [11, 15] as const;

/** The processor time of this process and of all that it has started, ended or not, in milliseconds. */
function processorTime(): number {
  return [process.pid, ...descendantsOf(process.pid)].reduce((sum, pid) => sum + timeOf(pid), 0) * TICK;
}

/** The processor time that a task takes, by whichever process, in milliseconds. It drifts little where others are at work. */
export async function processorTimeOf(task: () => Promise<unknown>): Promise<number> {
  const before = processorTime();
  await task();
  return processorTime() - before;
}

function timeOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields.slice(...TIMES).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0; // it has ended
  }
}
