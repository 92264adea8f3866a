import { hash } from 'node:crypto';
import {
  CopyObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { ConversionError } from '../conversion/errors.ts';
import type { FoundFile, Place, Places } from '../conversion/places.ts';

/** The metadata that marks a file as written by a drop folder, and not as a copy. */
const MARK = 'file-conversion';

/** Files in the buckets of others, in S3. */
export class S3Places implements Places {
  readonly #client: S3Client;
  readonly #bucket: string;

  /** @param bucket the name of ours */
  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  async look(place: Place): Promise<FoundFile | undefined> {
    const command = new HeadObjectCommand({ Bucket: place.bucket, Key: place.key });
    const answer = await unlessGone(this.#client.send(command));
    if (!answer) return undefined;
    const { ContentLength: size = 0, ETag = '', Metadata = {} } = answer;
    return { size, etag: ETag.replaceAll('"', ''), ours: Metadata[MARK] === markOf(place) };
  }

  async copyIn({ bucket, key }: Place, etag: string, ours: string): Promise<boolean> {
    const command = new CopyObjectCommand({
      ...AS_NEW,
      CopySource: sourceOf({ bucket, key }),
      CopySourceIfMatch: `"${etag}"`,
      Bucket: this.#bucket,
      Key: ours,
      ContentType: 'application/octet-stream',
    });
    return (await unlessGone(this.#client.send(command))) !== undefined;
  }

  async copyOut(ours: string, place: Place, mediaType: string): Promise<void> {
    const command = new CopyObjectCommand({
      ...AS_NEW,
      CopySource: sourceOf({ bucket: this.#bucket, key: ours }),
      Bucket: place.bucket,
      Key: place.key,
      ContentType: mediaType,
      Metadata: { [MARK]: markOf(place) },
    });
    await this.#client.send(command);
  }

  async write(place: Place, content: Uint8Array, mediaType: string): Promise<void> {
    const Metadata = { [MARK]: markOf(place) };
    const { bucket: Bucket, key: Key } = place;
    await this.#client.send(new PutObjectCommand({ Bucket, Key, Body: content, ContentType: mediaType, Metadata }));
  }
}

/** Copies only the bytes of a file: its metadata and tags are foreign. */
const AS_NEW = { MetadataDirective: 'REPLACE', TaggingDirective: 'REPLACE' } as const;

/** S3 expects the source of a copy URL-encoded, and the SDK leaves that to its callers. */
function sourceOf({ bucket, key }: Place): string {
  return `${bucket}/${key.split('/').map(encodeURIComponent).join('/')}`;
}

function markOf({ bucket, key }: Place): string {
  return hash('sha256', `${bucket}/${key}`);
}

/**
 * An answer of S3, or undefined when the file was deleted (404) or overwritten (412).
 * @throws ConversionError UNREADABLE_FILE when S3 says that we may not read it: an archived file, a key of others
 */
async function unlessGone<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
    if (status === 404 || status === 412) return undefined;
    if (status !== 403) throw error;
    const message = 'The file may not be read by this service, is archived, or is gone.';
    throw new ConversionError('UNREADABLE_FILE', message, { cause: error });
  }
}
