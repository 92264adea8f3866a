import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ByteRange } from '../../functions/conversion/stores.ts';
import { SMALL_FILE } from '../../functions/sandbox/small-file.ts';
import { Refusal } from '../refusal.ts';
import { readBytes } from './read-bytes.ts';
import { noRoom, Room } from './room.ts';
import { removeSegment, type Segment, writeSegment } from './segment.ts';

/** What is stored under a key. */
export interface StoredObject {
  readonly segments: readonly Segment[];
  /** In bytes. */
  readonly size: number;
  readonly etag: string;
  readonly mediaType: string;
}

/** How much of a file is read at once, in bytes. */
const READ_AT_ONCE = 1024 * 1024;

/** Reads what is stored under a key, until it is closed: that it is deleted or replaced meanwhile does not matter. */
export interface ObjectReading {
  readonly object: StoredObject;
  close(): Promise<void>;
}

interface Upload {
  readonly key: string;
  readonly mediaType: string;
  readonly parts: Map<number, Segment>;
}

/** A part, as who completes an upload names it. */
export interface NamedPart {
  readonly number: number;
  readonly etag: string;
}

/**
 * The objects of a bucket. Bytes are on disk, never whole in memory; which file is what is known in memory only. An
 * upload in parts becomes an object of as many files: nothing is written twice.
 */
export class Bucket {
  readonly #folder: string;
  readonly #room: Room;
  readonly #objects = new Map<string, StoredObject>();
  readonly #uploads = new Map<string, Upload>();
  readonly #readers = new Map<StoredObject, number>();
  readonly #discarded = new Set<StoredObject>();

  /**
   * @param folder an empty one, for this bucket alone
   * @param most bytes of all files together. @default a share of what is free on the disk
   */
  constructor(folder: string, most?: number) {
    this.#folder = folder;
    this.#room = new Room(folder, most);
  }

  /**
   * Stores an object.
   * @param client whose it is, if that is known
   * @throws what the content throws; what was stored before stays then
   */
  async put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    mediaType: string,
    client?: string,
  ): Promise<StoredObject> {
    const segment = await this.#write(key, content, client);
    return this.#store(key, { segments: [segment], size: segment.size, etag: segment.etag, mediaType });
  }

  /** Begins an upload in parts, and gives its identifier. */
  beginUpload(key: string, mediaType: string): string {
    const id = randomUUID();
    this.#uploads.set(id, { key, mediaType, parts: new Map() });
    return id;
  }

  /** Stores a part; one of the same number is replaced. */
  async putPart(id: string, number: number, content: AsyncIterable<Uint8Array>): Promise<Segment> {
    const { key, parts } = this.#upload(id);
    const segment = await this.#write(key, content);
    if (!this.#uploads.has(id)) await this.#remove([segment]); // it was aborted meanwhile
    const replaced = parts.get(number);
    parts.set(number, segment);
    if (replaced) await this.#remove([replaced]);
    return segment;
  }

  /** Makes an object of parts, in the order in which they are named. */
  async completeUpload(id: string, named: readonly NamedPart[]): Promise<StoredObject> {
    const { key, mediaType, parts } = this.#upload(id);
    const segments = named.map(({ number, etag }) => {
      const part = parts.get(number);
      if (part?.etag === etag) return part;
      throw new Refusal(400, 'InvalidPart', `There is no part ${number} with this ETag.`);
    });
    this.#uploads.delete(id);
    await this.#remove([...parts.values()].filter((part) => !segments.includes(part)));
    const size = segments.reduce((sum, segment) => sum + segment.size, 0);
    return this.#store(key, { segments, size, etag: `"${randomUUID()}-${segments.length}"`, mediaType });
  }

  /** Gives up an upload and all its parts. */
  async abortUpload(id: string): Promise<void> {
    const { parts } = this.#upload(id);
    this.#uploads.delete(id);
    await this.#remove([...parts.values()]);
  }

  /** Opens what is stored under a key, if there is something. */
  open(key: string): ObjectReading | undefined {
    const object = this.#objects.get(key);
    if (!object) return undefined;
    this.#readers.set(object, (this.#readers.get(object) ?? 0) + 1);
    return { object, close: () => this.#close(object) };
  }

  /**
   * The bytes of a small object.
   * @param most how many there may be, `SMALL_FILE` or fewer
   * @returns nothing of a larger object, or where there is none
   */
  readSmall(key: string, most = SMALL_FILE): Buffer | undefined {
    const object = this.#objects.get(key);
    return object && object.size <= most ? contentOf(object) : undefined;
  }

  /** The size of what is stored under a key in bytes, if there is something. */
  sizeOf(key: string): number | undefined {
    return this.#objects.get(key)?.size;
  }

  /** Whose the object under a key is, if that is known. */
  clientOf(key: string): string | undefined {
    return this.#objects.get(key)?.segments[0]?.client;
  }

  /** Whether something is stored under a key. */
  has(key: string): boolean {
    return this.#objects.has(key);
  }

  /**
   * The bytes of an object. A chunk is good until the next is asked for: all lie in the same memory, or hundreds of
   * megabytes would be left to the garbage collector.
   */
  async *read(key: string, range?: ByteRange): AsyncGenerator<Uint8Array> {
    const reading = this.open(key);
    if (!reading) throw new Error('There is no such object');
    try {
      yield* range ? readBytes(reading.object, range) : bytesOf(reading.object);
    } finally {
      await reading.close();
    }
  }

  /** The bytes of several objects one behind the other. @param range which of the first one. @default all */
  async *readAll([first = '', ...more]: readonly string[], range?: ByteRange): AsyncGenerator<Uint8Array> {
    yield* this.read(first, range);
    for (const key of more) yield* this.read(key);
  }

  /** Deletes an object; it is no error when there is none. */
  async delete(key: string): Promise<void> {
    const object = this.#objects.get(key);
    this.#objects.delete(key);
    if (object) await this.#discard(object);
  }

  /** @throws ConversionError SERVICE_BUSY when there is no room for it; nothing is left then */
  async #write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, client?: string): Promise<Segment> {
    let taken = 0;
    const take = (bytes: number) => {
      this.#room.take(bytes, client);
      taken += bytes;
    };
    try {
      this.#room.look();
      if (content instanceof Uint8Array) take(content.length);
      const written = content instanceof Uint8Array ? content : counted(content, take);
      return { ...(await writeSegment(this.#folder, key, written)), client };
    } catch (error) {
      this.#room.give(taken, client);
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom(error) : error;
    }
  }

  async #remove(segments: readonly Segment[]): Promise<void> {
    await Promise.all(segments.map(removeSegment));
    for (const { size, client } of segments) this.#room.give(size, client);
  }

  async #store(key: string, object: StoredObject): Promise<StoredObject> {
    const replaced = this.#objects.get(key);
    this.#objects.set(key, object);
    if (replaced) await this.#discard(replaced);
    return object;
  }

  async #discard(object: StoredObject): Promise<void> {
    if (this.#readers.has(object)) this.#discarded.add(object);
    else await this.#remove(object.segments);
  }

  async #close(object: StoredObject): Promise<void> {
    const left = (this.#readers.get(object) ?? 1) - 1;
    if (left > 0) return void this.#readers.set(object, left);
    this.#readers.delete(object);
    if (this.#discarded.delete(object)) await this.#remove(object.segments);
  }

  #upload(id: string): Upload {
    const upload = this.#uploads.get(id);
    if (upload) return upload;
    throw new Refusal(404, 'NoSuchUpload', 'There is no such upload, or it was completed or aborted.');
  }
}

async function* bytesOf({ segments, size }: StoredObject): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(READ_AT_ONCE, size));
  for (const { path } of segments) {
    await using file = await open(path);
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      yield buffer.subarray(0, bytesRead);
    }
  }
}

/** All bytes of an object at once. */
function contentOf({ segments }: StoredObject): Buffer {
  const [content = NOTHING, ...more] = segments.map(({ path }) => readFileSync(path));
  return more.length === 0 ? content : Buffer.concat([content, ...more]);
}

const NOTHING = Buffer.alloc(0);

async function* counted(content: AsyncIterable<Uint8Array>, take: (bytes: number) => void) {
  for await (const chunk of content) {
    take(chunk.length);
    yield chunk;
  }
}
