import type { ConversionCommand } from './command.ts';
import { type Conversion, LINK_LIFETIME, newConversionId, resultKey, sourceKey, uploadKey } from './conversion.ts';
import type { Converter } from './converter.ts';
import { deleteUnrecorded } from './delete-unrecorded.ts';
import { describeFormat } from './formats.ts';
import { jobTime } from './job-times.ts';
import type { ConversionStores } from './stores.ts';
import { waitForConversion } from './wait-for-conversion.ts';

/** How long a conversion may take while its request is held open, in milliseconds; then it is left to the queue. */
export const PATIENCE = 15_000;

/** The largest file that can be handed to an engine with the call, in bytes: a call to Lambda holds 6 MB of base64. */
export const LARGEST_DIRECT = 4 * 1024 * 1024;

/** Everything that a conversion needs. */
export interface ConversionServices extends ConversionStores {
  readonly converter: Converter;
}

/**
 * Has an uploaded file converted at once, while its sender waits. One that takes long, or does not get its turn, is left
 * to the queue after all.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the file or the engine fails
 */
export async function convertNow(
  command: ConversionCommand,
  content: Uint8Array,
  services: ConversionServices,
  waitUntil: number,
): Promise<Conversion> {
  const signal = AbortSignal.timeout(Math.max(0, Math.min(PATIENCE, waitUntil - Date.now())));
  try {
    return await convertDirectly(command, content, services, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return queueConversion(command, content, services, waitUntil);
  }
}

async function convertDirectly(
  command: ConversionCommand,
  content: Uint8Array,
  { conversions, files, converter }: ConversionServices,
  signal: AbortSignal,
): Promise<Conversion> {
  const conversion = newConversion(command);
  const result = resultKey(conversion.id);
  try {
    const outcome = await converter.convert({ ...conversion, source: content, result }, { signal });
    const ready: Conversion = { ...conversion, ...outcome, state: 'ready', expiresAt: Date.now() + LINK_LIFETIME };
    // The record comes last: one that says ready always has its file.
    await conversions.create(ready);
    return ready;
  } catch (error) {
    await deleteUnrecorded(result, conversion, { conversions, files });
    throw error;
  }
}

/**
 * Queues the conversion of an uploaded file, and waits for it until a moment.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the conversion has failed by then
 */
export async function queueConversion(
  command: ConversionCommand,
  content: Uint8Array,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  const conversion = newConversion(command);
  await stores.files.put(conversion.source, content, describeFormat(command.sourceFormat).mediaType);
  return begin(conversion, stores, waitUntil);
}

/**
 * The same for a file that was stored while it came in, under the upload key of the identifier.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the conversion has failed by then
 */
export async function convertUploaded(
  id: string,
  command: ConversionCommand,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  return begin(uploadedConversion(id, command), stores, waitUntil);
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

function newConversion({ filename, sourceFormat, targetFormat, quality, engine }: ConversionCommand): Conversion {
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
    engine: engine.name,
    source: sourceKey({ id, engine: engine.name }),
    createdAt,
    expiresAt: createdAt + LINK_LIFETIME,
    deadline: createdAt + jobTime(engine) * 1000,
  };
}
