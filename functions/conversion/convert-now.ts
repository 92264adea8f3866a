import type { ConversionCommand } from './command.ts';
import { type Conversion, LINK_LIFETIME, resultKey } from './conversion.ts';
import type { ConvertedFile, Converter } from './converter.ts';
import { deleteUnrecorded } from './delete-unrecorded.ts';
import { ConversionError } from './errors.ts';
import { failedJob, type JobMeter } from './job-meter.ts';
import { completeJob, failJob } from './perform-job.ts';
import { newConversion, queueConversion } from './request-conversion.ts';
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
 * has no room for, is left to the queue. One that has begun runs on: if it must be, its sender is told that it is still processing.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the file or the engine fails
 */
export async function convertNow(
  command: ConversionCommand,
  content: Uint8Array,
  services: ConversionServices,
  waitUntil: number,
): Promise<Conversion> {
  const conversion = newConversion(command);
  // Whoever comes while others have been left to the queue stands behind them.
  if ((services.jobs.backlog?.(conversion.engine) ?? 'none') !== 'none')
    return queueConversion(command, content, services, waitUntil);
  const attempt = new Attempt(conversion, content, services.converter);
  await attempt.endsBefore(Math.min(Date.now() + LONGEST_TURN, waitUntil));
  if (attempt.begun) await attempt.endsBefore(waitUntil);
  if (attempt.ended && !attempt.refused) {
    count(conversion, attempt.outcome, content.length, services);
    return recordReady(conversion, attempt.outcome, services);
  }
  if (attempt.begun && services.converter.outlivesRequest && !attempt.refused) {
    count(conversion, attempt.outcome, content.length, services);
    return runOn(conversion, attempt.outcome, services);
  }
  // On Lambda what was begun, and takes longer than its sender waits, is begun anew here: see `Converter`.
  attempt.abort();
  return queueConversion(command, content, services, waitUntil);
}

/** Has the end of a conversion counted, when it comes. */
function count(
  conversion: Conversion,
  outcome: Promise<ConvertedFile>,
  bytesIn: number,
  { meter }: ConversionServices,
): void {
  const { engine, originalFormat, targetFormat } = conversion;
  outcome.then(
    ({ conversionTime: engineSeconds, fileSize: bytesOut }) =>
      meter?.ended({ engine, originalFormat, targetFormat, outcome: 'ok', engineSeconds, bytesIn, bytesOut }),
    (error: unknown) => meter?.ended(failedJob(conversion, failureOf(error).code)),
  );
}

/** A conversion that is under way, or waits for its turn. */
class Attempt {
  readonly outcome: Promise<ConvertedFile>;
  begun = false;
  ended = false;
  /** Whether the engine had no room for it, and did not begin. */
  refused = false;
  readonly #ending = new AbortController();

  constructor(conversion: Conversion, content: Uint8Array, converter: Converter) {
    const job = { ...conversion, source: content, result: resultKey(conversion.id) };
    const onBegin = () => {
      this.begun = true;
    };
    this.outcome = converter.convert(job, { signal: this.#ending.signal, onBegin });
    // Whoever looks at the outcome is told of a failure; nobody does once it is aborted.
    const end = (error?: unknown) => {
      this.ended = true;
      this.refused = error instanceof ConversionError && error.code === 'SERVICE_BUSY';
    };
    this.outcome.then(() => end(), end);
  }

  /** Waits for the end, whatever that is, until a moment. */
  async endsBefore(moment: number): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, Math.max(0, moment - Date.now()));
    await Promise.race([this.outcome, late]).catch(() => undefined);
    clearTimeout(timer);
  }

  abort(): void {
    this.#ending.abort();
  }
}

/** Stores the record of a conversion whose result is stored. */
async function recordReady(
  conversion: Conversion,
  outcome: Promise<ConvertedFile>,
  { conversions, files }: ConversionServices,
): Promise<Conversion> {
  try {
    const ready: Conversion = {
      ...conversion,
      ...(await outcome),
      state: 'ready',
      expiresAt: Date.now() + LINK_LIFETIME,
    };
    // The record comes last: one that says ready always has its file.
    await conversions.create(ready);
    return ready;
  } catch (error) {
    await deleteUnrecorded(resultKey(conversion.id), conversion, { conversions, files });
    throw error;
  }
}

/** Stores the record of a conversion that goes on in this process, and completes it when that is done. */
async function runOn(
  conversion: Conversion,
  outcome: Promise<ConvertedFile>,
  services: ConversionServices,
): Promise<Conversion> {
  await services.conversions.create(conversion);
  outcome
    .then((file) => completeJob(conversion.id, file, services))
    .catch((error: unknown) => failJob(conversion, failureOf(error), services))
    // The stores are gone: at its deadline the conversion has failed.
    .catch(() => undefined);
  return conversion;
}

function failureOf(error: unknown): ConversionError {
  if (error instanceof ConversionError) return error;
  return new ConversionError('INTERNAL', 'Something went wrong on our side. Trying again may help.', { cause: error });
}
