import type { FileHead, FileStore, StoredFile, UploadForm } from '../../functions/conversion/stores.ts';
import { clientPlace } from '../client-address.ts';
import type { Bucket, ObjectReading } from './bucket.ts';
import type { BucketSigner } from './bucket-signer.ts';
import { readBytes } from './read-bytes.ts';

/** The response headers that a link can choose. */
const CHOSEN = ['Content-Type', 'Content-Disposition', 'Cache-Control'];

/** The largest file that is read when it is opened, in bytes: then it need not be closed. */
const SMALL = 256 * 1024;

/** The file store of this machine: reads and writes the bucket's files on disk, and signs links and forms for clients. */
export class BucketFiles implements FileStore {
  readonly #bucket: Bucket;
  readonly #signer: BucketSigner;

  constructor(bucket: Bucket, signer: BucketSigner) {
    this.#bucket = bucket;
    this.#signer = signer;
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, mediaType: string): Promise<void> {
    await this.#bucket.put(key, content, mediaType, clientPlace());
  }

  async size(key: string): Promise<number | undefined> {
    return this.#bucket.sizeOf(key);
  }

  async open(key: string): Promise<StoredFile | undefined> {
    const content = this.#bucket.readSmall(key, SMALL);
    if (content) return { size: content.length, body: only(content) };
    const reading = this.#bucket.open(key);
    return reading && { size: reading.object.size, body: readAndClose(reading) };
  }

  async peek(key: string, length: number): Promise<FileHead | undefined> {
    const reading = this.#bucket.open(key);
    return reading && { size: reading.object.size, head: await collect(readAndClose(reading, length)) };
  }

  async link(key: string, until: number, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const chosen = Object.entries(headers).filter(([name]) => CHOSEN.includes(name));
    return this.#signer.link(key, until, Object.fromEntries(chosen));
  }

  async form(key: string, until: number, largest: number, smallest = 0): Promise<UploadForm> {
    return this.#signer.form(key, until, { smallest, largest });
  }

  async delete(key: string): Promise<void> {
    await this.#bucket.delete(key);
  }
}

async function* readAndClose(reading: ObjectReading, most = reading.object.size): AsyncGenerator<Uint8Array> {
  try {
    yield* readBytes(reading.object, { first: 0, last: most - 1 });
  } finally {
    await reading.close();
  }
}

async function collect(content: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

async function* only(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}
