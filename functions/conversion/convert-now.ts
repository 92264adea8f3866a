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

/** How long a request waits for its conversion to begin, in milliseconds; then it is queued. */
const LONGEST_TURN = 15_000;

/** The largest file that can be passed to an engine in the call, in bytes: the payload of Lambda is 6 MB, of base64. */
export const LARGEST_DIRECT = 4 * 1024 * 1024;

/** The stores and services that a conversion uses. */
export interface ConversionServices extends ConversionStores {
  readonly converter: Converter;
  /** @default - jobs are not counted */
  readonly meter?: JobMeter;
}

/**
 * Converts an uploaded file at once, while the request waits. A conversion that does not begin soon, or that the engine
 * refuses to begin, is queued. One that has begun goes on if it takes longer, and the response says `processing`.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the file or the engine fails
 */
export async function convertNow(
  request: ConversionRequest,
  content: Uint8Array,
  services: ConversionServices,
  waitUntil: number,
): Promise<BegunConversion> {
  // A request must not overtake jobs that are queued.
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
  // On Lambda a conversion that takes longer than the request waits begins anew from the queue: see `Converter`.
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
