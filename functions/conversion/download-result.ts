import { randomUUID } from 'node:crypto';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { type Conversion, isConversionId, LARGEST_STREAM, resultKey, statusOf } from './conversion.ts';
import { ConversionError } from './errors.ts';
import { lookUp } from './look-up.ts';
import type { StorageStores, StoredFile } from './stores.ts';

/**
 * How long a download pauses before its last two bytes, in milliseconds, so that a lost connection is noticed. A small
 * result arrives as a whole or not at all, and waits only until it has been sent.
 */
const SETTLING_TIME = 10;

/** The largest small result, in bytes: the buffers of a connection take it without waiting for the client. */
const SMALL_RESULT = 64 * 1024;

/** A result that is sent to a client. */
export interface ResultDownload {
  readonly conversion: Conversion;
  /** In bytes. */
  readonly size: number;
  /** Only when it is read to the end is the conversion spent, and the file deleted. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** A result that is too large to be streamed. */
export interface ResultLink {
  readonly conversion: Conversion;
  /** When the link to the file expires, in milliseconds since the epoch. */
  readonly linkedUntil: number;
}

/** How long a link to a larger result lasts, in milliseconds: longer than it takes to follow it. */
const LINK_TIME = 5 * 60_000;

/**
 * Opens the result of a conversion for its one download.
 * @param largest a larger result is given as a link
 * @throws ConversionError NOT_FOUND, NOT_READY, EXPIRED, ALREADY_DOWNLOADED
 */
export async function downloadResult(
  id: string,
  stores: StorageStores,
  largest = LARGEST_STREAM,
): Promise<ResultDownload | ResultLink> {
  const download = { id, reader: randomUUID() };
  const conversion = isConversionId(id) ? await stores.conversions.beginDownload(id, download.reader) : undefined;
  if (!conversion) throw await explainRefusal(id, stores);
  try {
    if ((conversion.fileSize ?? 0) > Math.min(largest, LARGEST_STREAM)) return await handOver(conversion, stores);
    const file = await stores.files.open(resultKey(id));
    if (!file) throw new ConversionError('EXPIRED', 'The file is no longer stored. Convert it again.');
    return { conversion, size: file.size, body: spendAtTheEnd(download, file, stores) };
  } catch (error) {
    await endBrokenDownload(download, stores);
    throw error;
  }
}

/**
 * Finds a result without downloading it.
 * @throws ConversionError NOT_FOUND, NOT_READY, EXPIRED, ALREADY_DOWNLOADED
 */
export async function peekResult(id: string, stores: StorageStores): Promise<Conversion> {
  const { conversion } = await lookUp(id, stores);
  if (!conversion || statusOf(conversion) !== 'ready') throw await explainRefusal(id, stores);
  return conversion;
}

/** A download of a result. */
interface Download {
  readonly id: string;
  readonly reader: string;
}

/**
 * The service does not see whether the link is used. So the file stays until the link has expired, and then as long as a
 * download may take that began just before.
 */
async function handOver(conversion: Conversion, stores: StorageStores): Promise<ResultLink> {
  const linkedUntil = Math.min(Date.now() + LINK_TIME, conversion.expiresAt);
  if (!(await stores.conversions.handOver(conversion.id, linkedUntil)))
    throw await explainRefusal(conversion.id, stores);
  return { conversion, linkedUntil };
}

/**
 * Sends a result, and marks its conversion as spent just before the last byte: a client that has received it all never
 * sees the conversion still ready, and one that disconnected earlier may download it again.
 */
async function* spendAtTheEnd(
  { id, reader }: Download,
  { body, size }: StoredFile,
  stores: StorageStores,
): AsyncGenerator<Uint8Array> {
  let complete = false;
  try {
    const tail = yield* passAllBut(2, body);
    // A client that has disconnected is noticed only at a later write.
    await (size > SMALL_RESULT ? setTimeout(SETTLING_TIME) : setImmediate());
    if (tail.length > 1) yield tail.subarray(0, -1);
    const lastReader = await stores.conversions.endDownload(id, reader, true);
    complete = true;
    try {
      yield tail.subarray(-1);
    } finally {
      if (lastReader) await discard(id, stores);
    }
  } finally {
    if (!complete) await endBrokenDownload({ id, reader }, stores);
  }
}

/** Yields all but the last `count` bytes, and returns those. */
async function* passAllBut(count: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, Uint8Array> {
  let held: Uint8Array = new Uint8Array();
  for await (const chunk of source) {
    const known = held.length > 0 ? Buffer.concat([held, chunk]) : chunk;
    if (known.length > count) yield known.subarray(0, -count);
    held = known.subarray(-count);
  }
  return held;
}

/** Removes a reader that did not get to the end, and deletes the file if another reader did meanwhile. */
async function endBrokenDownload({ id, reader }: Download, stores: StorageStores): Promise<void> {
  if (await stores.conversions.endDownload(id, reader, false)) await discard(id, stores);
}

/** Deletes a result, then removes it from the index of stored files that the sweep reads. */
async function discard(id: string, { conversions, files }: StorageStores): Promise<void> {
  await files.delete(resultKey(id));
  await conversions.forgetFiles(id);
}

const FAILED = 'The conversion failed: there is no file. Its status says why.';
const NOT_READY = 'The conversion is still in progress. Ask for its status, then download.';

/** Why a conversion cannot be downloaded now. */
async function explainRefusal(id: string, stores: StorageStores): Promise<ConversionError> {
  const { conversion, upload } = await lookUp(id, stores);
  if (upload && !upload.failure) return new ConversionError('NOT_READY', NOT_READY);
  if (upload) return new ConversionError('NOT_FOUND', FAILED);
  if (!conversion) return new ConversionError('NOT_FOUND', 'There is no conversion with this identifier.');
  switch (statusOf(conversion)) {
    case 'processing':
      return new ConversionError('NOT_READY', NOT_READY);
    case 'failed':
      return new ConversionError('NOT_FOUND', FAILED);
    default:
      return conversion.state === 'spent'
        ? new ConversionError('ALREADY_DOWNLOADED', 'The file was downloaded before, and deleted. Convert it again.')
        : new ConversionError('EXPIRED', 'The download link has expired, 30 minutes after it was made. Convert again.');
  }
}
