import {
  AbortMultipartUploadCommand,
  ChecksumAlgorithm,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { PartBuffers } from './part-buffers.ts';

/** The smallest part that S3 takes, but for the last one, in bytes. */
const PART_SIZE = 5 * 1024 * 1024;

/** How many parts of one file are on their way at once, if memory allows. */
const MOST_PARTS_AT_ONCE = 4;

/** S3 checks each part with it: it is computed here anyway, and fast. */
const CHECKSUM = ChecksumAlgorithm.CRC32;

/** Beyond that many parts in memory, each file has one. */
const buffers = new PartBuffers(PART_SIZE, 12);

/** Where a file goes, and what it is. */
export interface Destination {
  readonly Bucket: string;
  readonly Key: string;
  readonly ContentType: string;
}

/**
 * Stores a stream in as little memory as possible: in one request if it is small, else in parts. The library
 * for it (lib-storage) keeps several times as much, and copies it about.
 * @throws what the stream or S3 throws; nothing is stored then, and no part stays behind
 */
export async function uploadStream(
  client: S3Client,
  destination: Destination,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const upload = new MultipartUpload(client, destination);
  try {
    for await (const chunk of content) await upload.write(chunk);
    await upload.end();
  } catch (error) {
    await upload.abort();
    throw error;
  } finally {
    upload.release();
  }
}

class MultipartUpload {
  readonly #client: S3Client;
  readonly #destination: Destination;
  /** The parts on their way, and those that did not arrive. */
  readonly #sending = new Set<Promise<void>>();
  readonly #parts: CompletedPart[] = [];
  #begun: Promise<string | undefined> | undefined;
  #buffer: Buffer | undefined;
  #filled = 0;
  #count = 0;

  constructor(client: S3Client, destination: Destination) {
    this.#client = client;
    this.#destination = destination;
  }

  async write(chunk: Uint8Array): Promise<void> {
    for (let at = 0; at < chunk.length; ) {
      // A full part is sent when there is more: it may be all there is.
      if (this.#filled === PART_SIZE) await this.#sendPart();
      this.#buffer ??= await this.#findRoom();
      const length = Math.min(chunk.length - at, PART_SIZE - this.#filled);
      this.#buffer.set(chunk.subarray(at, at + length), this.#filled);
      this.#filled += length;
      at += length;
    }
  }

  async end(): Promise<void> {
    if (!this.#begun) return this.#sendWhole();
    await this.#sendPart();
    await Promise.all(this.#sending);
    const { Bucket, Key } = this.#destination;
    const Parts = this.#parts.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0));
    const UploadId = await this.#begun;
    await this.#client.send(new CompleteMultipartUploadCommand({ Bucket, Key, UploadId, MultipartUpload: { Parts } }));
  }

  async abort(): Promise<void> {
    // A part that arrived after the end would stay for good.
    await Promise.allSettled(this.#sending);
    const UploadId = await this.#begun?.catch(() => undefined);
    const { Bucket, Key } = this.#destination;
    if (UploadId) await this.#client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
  }

  /** Puts back what is in use. */
  release(): void {
    if (this.#buffer) buffers.give(this.#buffer);
    this.#buffer = undefined;
  }

  /** Room for a part: more of it, or that of a part that has arrived. */
  async #findRoom(): Promise<Buffer> {
    if (this.#sending.size === 0) return buffers.take();
    const more = this.#sending.size < MOST_PARTS_AT_ONCE ? buffers.takeMore() : undefined;
    if (more) return more;
    await Promise.race(this.#sending);
    return this.#findRoom();
  }

  async #sendPart(): Promise<void> {
    this.#begun ??= this.#begin();
    const UploadId = await this.#begun;
    const buffer = this.#buffer ?? Buffer.alloc(0);
    this.#count += 1;
    const part = { PartNumber: this.#count, Body: buffer.subarray(0, this.#filled) };
    this.#buffer = undefined;
    this.#filled = 0;
    const sending = this.#send({ ...part, UploadId }).finally(() => buffers.give(buffer));
    this.#sending.add(sending);
    sending.then(
      () => this.#sending.delete(sending),
      () => undefined, // whoever looks at the set next sees it
    );
  }

  async #send({ PartNumber, Body, UploadId }: { PartNumber: number; Body: Buffer; UploadId: string | undefined }) {
    const { Bucket, Key } = this.#destination;
    const part = { PartNumber, Body, UploadId, Bucket, Key, ChecksumAlgorithm: CHECKSUM };
    const { ETag, ChecksumCRC32 } = await this.#client.send(new UploadPartCommand(part));
    this.#parts.push({ PartNumber, ETag, ChecksumCRC32 });
  }

  async #begin(): Promise<string | undefined> {
    const command = new CreateMultipartUploadCommand({ ...this.#destination, ChecksumAlgorithm: CHECKSUM });
    return (await this.#client.send(command)).UploadId;
  }

  async #sendWhole(): Promise<void> {
    const Body = this.#buffer?.subarray(0, this.#filled) ?? Buffer.alloc(0);
    await this.#client.send(new PutObjectCommand({ ...this.#destination, Body }));
  }
}
