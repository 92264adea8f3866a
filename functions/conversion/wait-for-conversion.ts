import { type Conversion, errorOf, failureOf, isUnbegun, statusOf } from './conversion.ts';
import { endOrPause, isStopping } from './conversion-ends.ts';
import type { ConversionStores, JobQueue } from './stores.ts';

/** The bounds of the interval at which the record is polled, in milliseconds. */
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 1000;
/** The interval is this fraction of the time already waited, and so delays the response by at most as much. */
const FRACTION = 0.15;

/**
 * Waits for a conversion to end, at most until a deadline, until its job begins too late, or until this process is
 * stopping. It polls the record, since another process may end the conversion.
 * @returns the latest record: ready, or still processing
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
    const pause = Math.min(Math.max((now - started) * FRACTION, SHORTEST_PAUSE), LONGEST_PAUSE, until - now);
    await endOrPause(conversion.id, pause);
    latest = (await conversions.find(conversion.id)) ?? latest;
  }
  if (statusOf(latest) !== 'failed') return latest;
  throw errorOf(failureOf(latest));
}
