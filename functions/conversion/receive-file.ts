import { DETECTION_BYTES, detectFormat } from '../detection/detect.ts';
import { LARGEST_UPLOAD, uploadKey } from './conversion.ts';
import { ConversionError } from './errors.ts';
import type { FormatName } from './formats.ts';
import type { FileStore } from './stores.ts';

/** A file that was received as a stream. */
export interface ReceivedFile {
  /** Its format, or the error of one that cannot be converted. */
  readonly format: FormatName | ConversionError;
  /** The count of bytes that were read: more than `LARGEST_UPLOAD` for a file that is too large, which is not stored. */
  readonly size: number;
}

/**
 * Stores a file under the upload key of an identifier while it is received, in constant memory. A file whose format is
 * not known is not stored.
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
  const format = await detect(Buffer.concat(beginning), filename);
  if (format instanceof ConversionError) return { format, size };
  return { format, size: await store(id, beginning, chunks, files) };
}

/** @param beginning emptied as it is stored: many files are received at once, and these buffers would add up */
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
      // An error, not the end of the stream, makes the store discard what it has of the file.
      if (size > LARGEST_UPLOAD) throw new TooLarge();
      yield chunk;
    }
  }
  try {
    // Its format is not known for sure before it is all there.
    await files.put(uploadKey(id), all(), 'application/octet-stream');
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
  }
  return size;
}

class TooLarge extends Error {}

async function detect(beginning: Uint8Array, filename: string): Promise<FormatName | ConversionError> {
  try {
    return await detectFormat(beginning, filename);
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
}

/** Reads the bytes that detection needs; the rest of the stream follows them. */
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
