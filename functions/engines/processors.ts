import { availableParallelism } from 'node:os';

/**
 * The processors of a job: at least two, with which speeds and processor times are measured, at most as many as the machine
 * has and the engine makes use of. Lambda gives one for each 1,769 MB of memory.
 * @param most @default 2
 */
export function processorsFor(most = 2): number {
  return Math.min(most, Math.max(2, availableParallelism()));
}
