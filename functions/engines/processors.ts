import { availableParallelism } from 'node:os';

/**
 * Processors that a job works with: of those of the machine, of which Lambda gives one for each 1,769 MB of memory, at
 * most so many as the engine has a use for. Speeds and processor times are measured with two.
 * @param most @default 2
 */
export function processorsFor(most = 2): number {
  return Math.min(most, Math.max(2, availableParallelism()));
}
