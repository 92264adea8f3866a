import { writeFileSync } from 'node:fs';

/** A fourth of what others get. */
const NICE = 5;

/**
 * Lets a process that leads a session, and all that it starts, give way to others: where the kernel shares processor time
 * out among sessions, a nice value counts only within one.
 */
export function giveWay(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(NICE));
  } catch {
    // It has ended, or the kernel shares out otherwise.
  }
}
