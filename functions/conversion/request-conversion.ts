import type { Caller } from '../callers/caller.ts';
import type { ConversionCommand } from './command.ts';
import { type Conversion, LINK_LIFETIME, sourceKey, uploadKey } from './conversion.ts';
import { deleteUnrecorded } from './delete-unrecorded.ts';
import { serviceBusy } from './errors.ts';
import { describeFormat } from './formats.ts';
import { jobTime } from './job-times.ts';
import type { ConversionStores } from './stores.ts';
import { waitForConversion } from './wait-for-conversion.ts';

/** A command, of somebody, for a file that is there. */
export interface ConversionRequest extends ConversionCommand {
  /** The identifier of the conversion. */
  readonly id: string;
  readonly caller: Pick<Caller, 'name' | 'account' | 'planName'>;
  /** Of the file, in bytes. */
  readonly sourceSize: number;
}

/**
 * Queues the conversion of an uploaded file, and waits for it until a moment.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the queue is full, and then nothing is stored, or when the conversion has failed by then
 */
export async function queueConversion(
  request: ConversionRequest,
  content: Uint8Array,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  const conversion = newConversion(request);
  if (isFull(conversion, stores)) throw serviceBusy();
  await stores.files.put(conversion.source, content, describeFormat(request.sourceFormat).mediaType);
  return begin(conversion, stores, waitUntil);
}

/**
 * The same for a file that was stored while it came in, under the upload key of the identifier.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the queue is full, and then nothing stays stored, or when the conversion has failed by then
 */
export async function convertUploaded(
  request: ConversionRequest,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  // No form was ever signed for this key.
  const conversion: Conversion = { ...uploadedConversion(request), sourceFixed: true };
  if (isFull(conversion, stores)) {
    await stores.files.delete(conversion.source);
    throw serviceBusy();
  }
  return begin(conversion, stores, waitUntil);
}

/** Whether the queue of a conversion takes no more: whoever comes now would wait in vain. */
export function isFull({ engine }: Pick<Conversion, 'engine'>, { jobs }: Pick<ConversionStores, 'jobs'>): boolean {
  return jobs.backlog?.(engine) === 'full';
}

/** The record of a conversion whose source is stored under the upload key of its identifier. */
export function uploadedConversion(request: ConversionRequest): Conversion {
  return { ...newConversion(request), source: uploadKey(request.id) };
}

async function begin(conversion: Conversion, stores: ConversionStores, waitUntil: number): Promise<Conversion> {
  try {
    // The record before the job: whoever finds none believes there is nothing to do.
    await stores.conversions.create(conversion);
  } catch (error) {
    await deleteUnrecorded(conversion.source, conversion, stores);
    throw error;
  }
  await stores.jobs.send(conversion);
  return waitForConversion(conversion, stores.conversions, waitUntil);
}

/** The record of a conversion that is about to begin. */
export function newConversion({
  id,
  caller,
  filename,
  sourceSize,
  sourceFormat,
  targetFormat,
  quality,
  options,
  secrets,
  engine,
}: ConversionRequest): Conversion {
  const createdAt = Date.now();
  return {
    id,
    state: 'processing',
    originalFilename: filename,
    originalFormat: sourceFormat,
    sourceSize,
    targetFormat,
    resultFormat: targetFormat,
    quality,
    options,
    secrets,
    engine: engine.name,
    caller: caller.name,
    ...(caller.account && { account: caller.account, planName: caller.planName }),
    source: sourceKey({ id, engine: engine.name }),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME,
    deadline: createdAt + jobTime(engine) * 1000,
  };
}
