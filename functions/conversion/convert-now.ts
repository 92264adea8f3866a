import { Attempt } from './attempt.ts';
import { type Conversion, LINK_LIFETIME, resultKey } from './conversion.ts';
import { convertOnce } from './convert-once.ts';
import type { ConvertedFile, Converter } from './converter.ts';
import type { BegunConversion } from './counted-conversion.ts';
import { deleteUnrecorded } from './delete-unrecorded.ts';
import { countOutcome, type JobMeter } from './job-meter.ts';
import { completeLater } from './perform-job.ts';
import { type ConversionRequest, newConversion, queueConversion } from './request-conversion.ts';
import type { ConversionStores } from './stores.ts';

/** How long a request waits for the turn of its conversion, in milliseconds; then that is left to the queue. */
export const LONGEST_TURN = 15_000;

/** The largest file that can be handed to an engine with the call, in bytes: a call to Lambda holds 6 MB of base64. */
export const LARGEST_DIRECT = 4 * 1024 * 1024;

/** Everything that a conversion needs. */
export interface ConversionServices extends ConversionStores {
  readonly converter: Converter;
  /** @default - nobody counts */
  readonly meter?: JobMeter;
}

/**
 * Has an uploaded file converted at once, while its sender waits. One that does not get its turn soon, or that the engine
 * has no room for, is left to the queue. One that has begun runs on: if it takes longer, its sender gets the state `processing`.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the file or the engine fails
 */
export async function convertNow(
  request: ConversionRequest,
  content: Uint8Array,
  services: ConversionServices,
  waitUntil: number,
): Promise<BegunConversion> {
  // Whoever comes while others have been left to the queue stands behind them.
  if ((services.jobs.backlog?.(request.engine.name) ?? 'none') !== 'none')
    return queueConversion(request, content, services, waitUntil);
  if (request.fingerprint !== undefined)
    return convertOnce(request, content, services, { waitUntil, turn: LONGEST_TURN });
  const conversion = newConversion(request);
  const attempt = new Attempt(conversion, content, services.converter);
  await attempt.endsBefore(waitUntil, Date.now() + LONGEST_TURN);
  if (attempt.ended && !attempt.refused) {
    countOutcome(conversion, attempt.outcome, services.meter);
    return recordReady(conversion, attempt.outcome, services);
  }
  if (attempt.begun && services.converter.outlivesRequest && !attempt.refused) {
    countOutcome(conversion, attempt.outcome, services.meter);
    await services.conversions.create(conversion);
    completeLater(conversion, attempt.outcome, services);
    return { conversion };
  }
  // On Lambda what was begun, and takes longer than its sender waits, is begun anew here: see `Converter`.
  attempt.abort();
  return queueConversion(request, content, services, waitUntil);
}

/** Stores the record of a conversion whose result is stored. */
async function recordReady(
  conversion: Conversion,
  outcome: Promise<ConvertedFile>,
  { conversions, files, slots }: ConversionServices,
): Promise<BegunConversion> {
  let ready: Conversion;
  try {
    ready = {
      ...conversion,
      ...(await outcome),
      state: 'ready',
      expiresAt: Date.now() + LINK_LIFETIME,
    };
    // The record comes last: one that says ready always has its file.
    await conversions.create(ready);
  } catch (error) {
    await deleteUnrecorded(resultKey(conversion.id), conversion, { conversions, files });
    throw error;
  }
  await slots.release(ready);
  return { conversion: ready };
}
