import type { ConversionCommand } from './command.ts';
import { type Conversion, LINK_LIFETIME, newConversionId, sourceKey, uploadKey } from './conversion.ts';
import { deleteUnrecorded } from './delete-unrecorded.ts';
import { serviceBusy } from './errors.ts';
import { describeFormat } from './formats.ts';
import { jobTime } from './job-times.ts';
import type { ConversionStores } from './stores.ts';
import { waitForConversion } from './wait-for-conversion.ts';

/**
 * Queues the conversion of an uploaded file, and waits for it until a moment.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the queue is full, and then nothing is stored, or when the conversion has failed by then
 */
export async function queueConversion(
  command: ConversionCommand,
  content: Uint8Array,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  const conversion = newConversion(command);
  if (isFull(conversion, stores)) throw serviceBusy();
  await stores.files.put(conversion.source, content, describeFormat(command.sourceFormat).mediaType);
  return begin(conversion, stores, waitUntil);
}

/**
 * The same for a file that was stored while it came in, under the upload key of the identifier.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the queue is full, and then nothing stays stored, or when the conversion has failed by then
 */
export async function convertUploaded(
  id: string,
  command: ConversionCommand,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  // No form was ever signed for this key.
  const conversion: Conversion = { ...uploadedConversion(id, command), sourceFixed: true };
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
export function uploadedConversion(id: string, command: ConversionCommand): Conversion {
  return { ...newConversion(command), id, source: uploadKey(id) };
}

async function begin(conversion: Conversion, stores: ConversionStores, waitUntil: number): Promise<Conversion> {
  try {
    // The record before the job: whoever finds none believes there is nothing to do.
    await stores.conversions.create(conversion);
  } catch (error) {
    await deleteUnrecorded(conversion.source, conversion, stores);
    throw error;
  }
  await stores.jobs.send(conversion.engine, conversion.id);
  return waitForConversion(conversion, stores.conversions, waitUntil);
}

/** The record of a conversion that is about to begin. */
export function newConversion({
  filename,
  sourceFormat,
  targetFormat,
  quality,
  options,
  secrets,
  engine,
}: ConversionCommand): Conversion {
  const createdAt = Date.now();
  const id = newConversionId();
  return {
    id,
    state: 'processing',
    originalFilename: filename,
    originalFormat: sourceFormat,
    targetFormat,
    resultFormat: targetFormat,
    quality,
    options,
    secrets,
    engine: engine.name,
    source: sourceKey({ id, engine: engine.name }),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME,
    deadline: createdAt + jobTime(engine) * 1000,
  };
}
