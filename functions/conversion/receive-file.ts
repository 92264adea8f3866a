import { DETECTION_BYTES, detectFormat } from '../detection/detect.ts';
import { LARGEST_UPLOAD, uploadKey } from './conversion.ts';
import { ConversionError } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { FileStore } from './stores.ts';

/** A file that has come in as a stream. */
export interface ReceivedFile {
  /** What it is, or why nothing can be made of it. */
  readonly format: FormatName | ConversionError;
  /** Bytes that were read of it: of one that is too large more than may be, and it is not stored. */
  readonly size: number;
}

/**
 * Stores a file under the upload key of an identifier while it comes in, in constant memory. What cannot be converted
 * anyway is not stored, only looked at.
 * @throws what the stream throws when it is truncated, and what the store throws; nothing is stored then
 */
export async function receiveFile(
  id: string,
  content: AsyncIterable<Uint8Array>,
  filename: string,
  files: FileStore,
): Promise<ReceivedFile> {
  const chunks = content[Symbol.asyncIterator]();
  const { beginning, size } = await readBeginning(chunks);
  const format = await judge(Buffer.concat(beginning), filename);
  if (format instanceof ConversionError) return { format, size };
  return { format, size: await store(id, beginning, chunks, files) };
}

/** @param beginning emptied on the way: many files come in at once, and this much of each would add up */
async function store(
  id: string,
  beginning: Uint8Array[],
  rest: AsyncIterator<Uint8Array>,
  files: FileStore,
): Promise<number> {
  let size = 0;
  async function* all() {
    for (let chunk = beginning.shift(); chunk; chunk = beginning.shift() ?? (await nextOf(rest))) {
      size += chunk.length;
      // Aborted, not ended, so that the store discards what it has of the file.
      if (size > LARGEST_UPLOAD) throw new TooLarge();
      yield chunk;
    }
  }
  try {
    await files.receive(uploadKey(id), all());
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
  }
  return size;
}

class TooLarge extends Error {}

async function judge(beginning: Uint8Array, filename: string): Promise<FormatName | ConversionError> {
  try {
    return await detectFormat(beginning, filename);
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
}

/** Reads as much as detection wants to see; what is left of the stream follows it. */
async function readBeginning(chunks: AsyncIterator<Uint8Array>) {
  const beginning: Uint8Array[] = [];
  let size = 0;
  while (size < DETECTION_BYTES) {
    const chunk = await nextOf(chunks);
    if (!chunk) break;
    beginning.push(chunk);
    size += chunk.length;
  }
  return { beginning, size };
}

async function nextOf(chunks: AsyncIterator<Uint8Array>): Promise<Uint8Array | undefined> {
  const { value, done } = await chunks.next();
  return done ? undefined : value;
}
