import { LARGEST_UPLOAD, uploadKey } from './conversion.ts';
import { DETECTION_BYTES, detectFormat } from './detect.ts';
import { ConversionError } from './errors.ts';
import type { FileStore } from './stores.ts';

/** A file that has come in as a stream. */
export interface ReceivedFile {
  /** Its beginning: `DETECTION_BYTES` of it, or all. */
  readonly head: Uint8Array;
  /** Bytes; of a file that is too large, as many as were read. */
  readonly size: number;
  /** Whether it is stored: not when it is empty, too large, or nothing that could be converted. */
  readonly stored: boolean;
}

/**
 * Stores a file under the upload key of an identifier while it comes in, in constant memory. What cannot be converted
 * anyway is not stored, only looked at.
 * @throws whatever the stream throws when it breaks off, and what the store throws; nothing is stored then
 */
export async function receiveFile(
  id: string,
  content: AsyncIterable<Uint8Array>,
  filename: string,
  files: FileStore,
): Promise<ReceivedFile> {
  const { head, rest } = await readHead(content[Symbol.asyncIterator]());
  const received: ReceivedFile = { head, size: head.length, stored: false };
  if (head.length === 0 || !(await isKnown(head, filename))) return received;
  return { ...received, ...(await store(id, head, rest, files)) };
}

async function store(id: string, head: Uint8Array, rest: AsyncIterable<Uint8Array>, files: FileStore) {
  let size = 0;
  async function* counted() {
    for await (const chunk of joined(head, rest)) {
      size += chunk.length;
      // Breaking off, not ending: what the store has of the file is thrown away.
      if (size > LARGEST_UPLOAD) throw new TooLarge();
      yield chunk;
    }
  }
  try {
    await files.receive(uploadKey(id), counted());
    return { size, stored: true };
  } catch (error) {
    if (error instanceof TooLarge) return { size, stored: false };
    throw error;
  }
}

class TooLarge extends Error {}

async function isKnown(head: Uint8Array, filename: string): Promise<boolean> {
  try {
    await detectFormat(head, filename);
    return true;
  } catch (error) {
    if (error instanceof ConversionError) return false;
    throw error;
  }
}

/** Reads a beginning that detection can judge; what is left of the stream follows it. */
async function readHead(chunks: AsyncIterator<Uint8Array>) {
  const read: Uint8Array[] = [];
  let length = 0;
  while (length < DETECTION_BYTES) {
    const { value, done } = await chunks.next();
    if (done) break;
    read.push(value);
    length += value.length;
  }
  return { head: Buffer.concat(read), rest: { [Symbol.asyncIterator]: () => chunks } };
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>) {
  yield head;
  yield* rest;
}
