import type { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { FileHead, FileStore, StoredFile, UploadForm } from '../conversion/stores.ts';
import { uploadStream } from './multipart-upload.ts';

/** What S3 answers for a key that is not there: 403 when the caller may not list the bucket, as ours may not. */
const MISSING = [403, 404];

/** What S3 answers to a range of a file that is empty. */
const NO_SUCH_RANGE = 416;

/** Files in S3. */
export class S3Files implements FileStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
    leaveBodiesUnsigned(client);
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, mediaType: string): Promise<void> {
    const destination = { Bucket: this.#bucket, Key: key, ContentType: mediaType };
    await uploadStream(this.#client, destination, content instanceof Uint8Array ? [content] : content);
  }

  async size(key: string): Promise<number | undefined> {
    const command = new HeadObjectCommand({ Bucket: this.#bucket, Key: key });
    return (await unlessMissing(this.#client.send(command)))?.ContentLength;
  }

  async open(key: string): Promise<StoredFile | undefined> {
    const answer = await this.#get(key);
    if (!answer) return undefined;
    const { Body, ContentLength } = answer;
    if (!Body || ContentLength === undefined) throw new Error('S3 answered without a body or its length');
    return { size: ContentLength, body: Body as Readable };
  }

  async peek(key: string, length: number): Promise<FileHead | undefined> {
    try {
      const answer = await this.#get(key, `bytes=0-${length - 1}`);
      if (!answer) return undefined;
      const size = Number(answer.ContentRange?.split('/')[1] ?? answer.ContentLength);
      return { size, head: (await answer.Body?.transformToByteArray()) ?? new Uint8Array() };
    } catch (error) {
      if (statusOf(error) === NO_SUCH_RANGE) return { size: 0, head: new Uint8Array() };
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }

  async link(key: string, until: number, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const command = new GetObjectCommand({
      Bucket: this.#bucket,
      Key: key,
      ResponseContentType: headers['Content-Type'],
      ResponseContentDisposition: headers['Content-Disposition'],
      ResponseCacheControl: headers['Cache-Control'],
    });
    return getSignedUrl(this.#client, command, { expiresIn: secondsUntil(until) });
  }

  async form(key: string, until: number, largest: number, smallest = 0): Promise<UploadForm> {
    return createPresignedPost(this.#client, {
      Bucket: this.#bucket,
      Key: key,
      Conditions: [['content-length-range', smallest, largest]],
      Expires: secondsUntil(until),
    });
  }

  #get(key: string, Range?: string) {
    return unlessMissing(this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range })));
  }
}

/**
 * A body is guarded by TLS, and by the checksum that S3 compares: to hash it once more for the signature would take
 * longer than all else that is done with an upload.
 */
function leaveBodiesUnsigned(client: S3Client): void {
  client.middlewareStack.add(
    (next) => (args) => {
      const { method, headers } = args.request as { method: string; headers: Record<string, string> };
      // Not for links: it would stand in them twice.
      if (method === 'PUT') headers['x-amz-content-sha256'] = 'UNSIGNED-PAYLOAD';
      return next(args);
    },
    { step: 'build', name: 'leaveBodiesUnsigned', override: true },
  );
}

/** An answer of S3, or undefined when it says that the key is not there. */
async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (MISSING.includes(statusOf(error))) return undefined;
    throw error;
  }
}

function statusOf(error: unknown): number {
  return error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
}

function secondsUntil(moment: number): number {
  return Math.max(1, Math.floor((moment - Date.now()) / 1000));
}
