import { createReadStream, createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DeleteObjectCommand, GetObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { FileStore, StoredFile } from '../conversion/stores.ts';

/** What S3 answers for a key that is not there: 403 when the caller may not list the bucket, as ours may not. */
const MISSING = [403, 404];

/** Files in S3. */
export class S3Files implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async put(key: string, path: string, mediaType: string): Promise<void> {
    // One request up to 8 MiB, in parts of that size above: at most two parts are in memory.
    const upload = new Upload({
      client: this.#client,
      params: { Bucket: this.#bucket, Key: key, Body: createReadStream(path), ContentType: mediaType },
      partSize: 8 * 1024 * 1024,
      queueSize: 2,
    });
    await upload.done();
  }

  async open(key: string): Promise<StoredFile | undefined> {
    try {
      const { Body, ContentLength } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
      if (!Body || ContentLength === undefined) throw new Error('S3 answered without a body or its length');
      return { size: ContentLength, body: Body as Readable };
    } catch (error) {
      if (error instanceof S3ServiceException && MISSING.includes(error.$metadata.httpStatusCode ?? 0))
        return undefined;
      throw error;
    }
  }

  async fetch(key: string, path: string): Promise<boolean> {
    const file = await this.open(key);
    if (file) await pipeline(file.body, createWriteStream(path));
    return file !== undefined;
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }
}
