import { writeFileSync } from 'node:fs';

/** A nice value that gives about a quarter of the processor time that others get. */
const NICE = 5;

/**
 * Lowers the priority of a session with all its processes: under the kernel's autogroup scheduling the nice value of a
 * process counts only within its session.
 */
export function giveWay(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICE));
  } catch {
    // The process has exited, or the kernel has no autogroup scheduling.
  }
}
