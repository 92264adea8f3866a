/** The shortest pause before a file is looked at again, in milliseconds: as long as small jobs take. */
const SHORTEST_PAUSE = 5_000;

/** The longest pause while its job is under way. */
export const LONGEST_PAUSE = 30_000;

/** The longest pause while it waits for a place: the longest delay of a message in SQS. */
export const LONGEST_WAIT = 15 * 60_000;

/** The pause as a fraction of the time waited: each of ten thousand files that wait for hours is looked at forty times. */
const PART = 0.2;

/**
 * The pause before a file is looked at again, in milliseconds: longer the longer it has waited, with jitter.
 * @param since milliseconds since the epoch; undefined: now
 */
export function pauseSince(since: number | undefined, longest: number): number {
  const now = Date.now();
  const pause = Math.min(Math.max((now - (since ?? now)) * PART, 2 * SHORTEST_PAUSE), longest);
  return pause * (1 - Math.random() / 2);
}
