import { writeFileSync } from 'node:fs';

/** About a quarter of the processor time that others get. */
const NICE = 5;

/**
 * Lowers the priority of a session, with all processes in it: where the kernel's autogroup scheduling is on, a nice value
 * counts only within its session.
 */
export function giveWay(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICE));
  } catch {
    // It has ended, or the kernel shares out otherwise.
  }
}
