import { Attempt } from './attempt.ts';
import { type Conversion, statusOf } from './conversion.ts';
import type { ConversionServices } from './convert-now.ts';
import type { BegunConversion } from './counted-conversion.ts';
import { ConversionError } from './errors.ts';
import { describeFormat } from './formats.ts';
import { countOutcome } from './job-meter.ts';
import { ATTEMPTS, attemptTime } from './job-times.ts';
import { completeJob, completeLater, failJob } from './perform-job.ts';
import { findRepeated } from './repeated-request.ts';
import { type ConversionRequest, newConversion } from './request-conversion.ts';
import { IdentifierTaken } from './stores.ts';
import { waitForConversion } from './wait-for-conversion.ts';

/** How long a request waits. */
interface WaitTimes {
  /** Until when it waits for the end, in milliseconds since the epoch. */
  readonly waitUntil: number;
  /** How long it waits for the beginning, in milliseconds. */
  readonly turn: number;
}

/**
 * Does the same as `convertNow` for a request that may be repeated, even while it is under way. Its record is written
 * first, and claims the job. A repeated request waits for the first, and takes the job over if that has died.
 */
export async function convertOnce(
  request: ConversionRequest,
  content: Uint8Array,
  services: ConversionServices,
  times: WaitTimes,
): Promise<BegunConversion> {
  // An engine that takes over does so from the queue.
  const { worker } = request.engine;
  const claimedUntil = Date.now() + times.turn + attemptTime({ worker }) * 1000;
  const conversion: Conversion = { ...newConversion(request), attempts: 1, claimedUntil };
  try {
    await services.conversions.create(conversion);
  } catch (error) {
    if (!(error instanceof IdentifierTaken)) throw error;
    return repeat(conversion, content, services, times);
  }
  return { conversion: await perform(conversion, content, services, times) };
}

async function repeat(
  { id, fingerprint, claimedUntil = 0 }: Conversion,
  content: Uint8Array,
  services: ConversionServices,
  times: WaitTimes,
): Promise<BegunConversion> {
  const { conversions } = services;
  const known = await findRepeated({ id, fingerprint }, services);
  const claimed = statusOf(known) === 'processing' ? await conversions.claim(id, claimedUntil, ATTEMPTS) : undefined;
  const conversion = claimed
    ? await perform(claimed, content, services, times)
    : await waitForConversion(known, services, times.waitUntil);
  return { conversion, repeated: true };
}

/** Runs the job that this request has claimed. */
async function perform(
  conversion: Conversion,
  content: Uint8Array,
  services: ConversionServices,
  { waitUntil, turn }: WaitTimes,
): Promise<Conversion> {
  const attempt = new Attempt(conversion, content, services.converter);
  await attempt.endsBefore(waitUntil, Date.now() + turn);
  if (attempt.refused || !(attempt.ended || (attempt.begun && services.converter.outlivesRequest))) {
    attempt.abort();
    return releaseToQueue(conversion, content, services, waitUntil);
  }
  countOutcome(conversion, attempt.outcome, services.meter);
  if (attempt.ended) return end(conversion, attempt, services);
  completeLater(conversion, attempt.outcome, services);
  return conversion;
}

async function end(conversion: Conversion, { outcome }: Attempt, services: ConversionServices): Promise<Conversion> {
  try {
    const ready = await completeJob(conversion, await outcome, services);
    return ready ?? (await services.conversions.find(conversion.id)) ?? conversion;
  } catch (error) {
    if (error instanceof ConversionError) await failJob(conversion, error, services);
    throw error;
  }
}

/** Releases the claim of a job that did not begin, and queues it. */
async function releaseToQueue(
  conversion: Conversion,
  content: Uint8Array,
  services: ConversionServices,
  waitUntil: number,
): Promise<Conversion> {
  const { files, conversions, jobs } = services;
  await files.put(conversion.source, content, describeFormat(conversion.originalFormat).mediaType);
  await conversions.putBack(conversion, (conversion.attempts ?? 1) - 1);
  await jobs.send(conversion);
  return waitForConversion(conversion, services, waitUntil);
}
