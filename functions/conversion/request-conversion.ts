import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runConversion } from '../engines/run-conversion.ts';
import { withScratchFolder } from '../sandbox/scratch.ts';
import type { ConversionCommand } from './command.ts';
import { type Conversion, LINK_LIFETIME, newConversionId, resultKey, sourceKey, uploadKey } from './conversion.ts';
import { deleteUnrecorded } from './delete-unrecorded.ts';
import { describeFormat, FORMATS } from './formats.ts';
import { jobTime } from './job-times.ts';
import type { ConversionStores } from './stores.ts';
import { waitForConversion } from './wait-for-conversion.ts';

/** How long a conversion may take in the care of who has its sender waiting, in milliseconds; then a worker has it. */
export const PATIENCE = 15_000;

/**
 * Converts an uploaded file at once, in this process's care, while its sender waits. One that takes long, or does not
 * get its turn, is left to a worker after all.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the file or the engine fails
 */
export async function convertNow(
  command: ConversionCommand,
  content: Uint8Array,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    return await convertHere(command, content, stores, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    return convertByWorker(command, content, stores, waitUntil);
  }
}

async function convertHere(
  command: ConversionCommand,
  content: Uint8Array,
  { conversions, files }: ConversionStores,
  signal: AbortSignal,
): Promise<Conversion> {
  return withScratchFolder(async (folder) => {
    const sourcePath = await keep(content, folder);
    const conversion = newConversion(command);
    const result = await runConversion({ ...conversion, sourcePath, folder, signal }, command.engine);
    const key = resultKey(conversion.id);
    await files.put(key, createReadStream(result.path), describeFormat(result.resultFormat).mediaType);
    const { path: _, ...outcome } = result;
    const ready: Conversion = { ...conversion, ...outcome, state: 'ready', expiresAt: Date.now() + LINK_LIFETIME };
    try {
      // The record comes last: one that says ready always has its file.
      await conversions.create(ready);
    } catch (error) {
      await deleteUnrecorded(key, ready, { conversions, files });
      throw error;
    }
    return ready;
  });
}

/**
 * Leaves an uploaded file to the workers of its engine, and waits for them until a moment.
 * @returns the record: ready, or still processing
 * @throws ConversionError when the conversion has failed by then
 */
export async function convertByWorker(
  command: ConversionCommand,
  content: Uint8Array,
  stores: ConversionStores,
  waitUntil: number,
): Promise<Conversion> {
  const conversion = newConversion(command);
  await stores.files.put(conversion.source, content, FORMATS[command.sourceFormat].mediaType);
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
    // The record before the job: a worker that finds none believes it has nothing to do.
    await stores.conversions.create(conversion);
  } catch (error) {
    await deleteUnrecorded(conversion.source, conversion, stores);
    throw error;
  }
  await stores.jobs.send(conversion.engine, conversion.id);
  return waitForConversion(conversion, stores.conversions, waitUntil);
}

async function keep(content: Uint8Array, folder: string): Promise<string> {
  const path = join(folder, 'source');
  await writeFile(path, content);
  return path;
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
