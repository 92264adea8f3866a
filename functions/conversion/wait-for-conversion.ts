import { type Conversion, errorOf, failureOf, isUnbegun, statusOf } from './conversion.ts';
import { endOrPause, isStopping } from './conversion-ends.ts';
import type { ConversionStores, JobQueue } from './stores.ts';

/** The shortest and the longest time between two looks at a record, in milliseconds. */
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 1000;
/** A pause is this part of the time already waited: so is what it adds to the wait, at most. */
const PART = 0.15;

/**
 * Waits for a conversion to be done, until a moment, until its job should have begun and has not, or until this process is
 * asked to end. What ends in another process is seen by looking at the record.
 * @returns the record as it is then: ready, or still processing
 * @throws ConversionError when it has failed
 */
export async function waitForConversion(
  conversion: Conversion,
  { conversions, jobs }: Pick<ConversionStores, 'conversions'> & { readonly jobs: Pick<JobQueue, 'longestTurn'> },
  until: number,
): Promise<Conversion> {
  const started = Date.now();
  const turn = started + (jobs.longestTurn ?? Number.POSITIVE_INFINITY);
  let latest = conversion;
  while (statusOf(latest) === 'processing') {
    const now = Date.now();
    if (now >= until || isStopping() || (now >= turn && isUnbegun(latest))) return latest;
    const pause = Math.min(Math.max((now - started) * PART, SHORTEST_PAUSE), LONGEST_PAUSE, until - now);
    await endOrPause(conversion.id, pause);
    latest = (await conversions.find(conversion.id)) ?? latest;
  }
  if (statusOf(latest) !== 'failed') return latest;
  throw errorOf(failureOf(latest));
}
