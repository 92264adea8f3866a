/** After how long a file is looked at again, in milliseconds: so long at least, which is as long as small jobs take. */
const SHORTEST_PAUSE = 5_000;

/** So long at most where its job is under way. */
export const LONGEST_PAUSE = 30_000;

/** So long at most where it waits for a place: SQS holds a message back for no longer. */
export const LONGEST_WAIT = 15 * 60_000;

/** This part of the time that it has waited: ten thousand files that wait for hours are looked at forty times each. */
const PART = 0.2;

/**
 * After how long a file is looked at again, in milliseconds: the later the longer it has waited, and no two at once.
 * @param since milliseconds since the epoch; undefined: now
 */
export function pauseSince(since: number | undefined, longest: number): number {
  const now = Date.now();
  const pause = Math.min(Math.max((now - (since ?? now)) * PART, 2 * SHORTEST_PAUSE), longest);
  return pause * (1 - Math.random() / 2);
}
