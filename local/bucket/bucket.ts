import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import type { ByteRange } from '../../functions/conversion/stores.ts';
import { SMALL_FILE } from '../../functions/sandbox/small-file.ts';
import { type ObjectFile, removeObjectFile, writeObjectFile } from './object-file.ts';
import { readBytes } from './read-bytes.ts';
import { noRoom, Room } from './room.ts';

/** The object under a key. */
export interface StoredObject extends ObjectFile {
  readonly mediaType: string;
  /** The client that it is counted for, if that is known. */
  readonly client?: string | undefined;
}

/** How much of a file is read at once, in bytes. */
const READ_AT_ONCE = 1024 * 1024;

/** An open object, which can be read until it is closed, even if it is deleted or replaced meanwhile. */
export interface ObjectReading {
  readonly object: StoredObject;
  close(): Promise<void>;
}

/** The objects of a bucket. Their bytes are on disk, and the index of keys is in memory. */
export class Bucket {
  readonly #folder: string;
  readonly #room: Room;
  readonly #objects = new Map<string, StoredObject>();
  readonly #readers = new Map<StoredObject, number>();
  readonly #discarded = new Set<StoredObject>();

  /**
   * @param folder an empty folder, for this bucket alone
   * @param most the largest size of all files together, in bytes. @default a share of the free disk space
   */
  constructor(folder: string, most?: number) {
    this.#folder = folder;
    this.#room = new Room(folder, most);
  }

  /**
   * Stores an object.
   * @param client the client that it is counted for, if that is known
   * @throws ConversionError SERVICE_BUSY when there is no room for it; errors of the content. The object before stays then
   */
  async put(
    key: string,
    content: Uint8Array | AsyncIterable<Uint8Array>,
    mediaType: string,
    client?: string,
  ): Promise<StoredObject> {
    const object = { ...(await this.#write(key, content, client)), mediaType, client };
    const replaced = this.#objects.get(key);
    this.#objects.set(key, object);
    if (replaced) await this.#discard(replaced);
    return object;
  }

  /** Opens an object, or undefined when there is none. */
  open(key: string): ObjectReading | undefined {
    const object = this.#objects.get(key);
    if (!object) return undefined;
    this.#readers.set(object, (this.#readers.get(object) ?? 0) + 1);
    return { object, close: () => this.#close(object) };
  }

  /**
   * Reads a small object synchronously.
   * @param most the largest size, at most `SMALL_FILE`
   * @returns undefined for a larger object, or when there is none
   */
  readSmall(key: string, most = SMALL_FILE): Buffer | undefined {
    const object = this.#objects.get(key);
    return object && object.size <= most ? readFileSync(object.path) : undefined;
  }

  /** The size of an object in bytes, or undefined when there is none. */
  sizeOf(key: string): number | undefined {
    return this.#objects.get(key)?.size;
  }

  /** The client that an object is counted for, if that is known. */
  clientOf(key: string): string | undefined {
    return this.#objects.get(key)?.client;
  }

  has(key: string): boolean {
    return this.#objects.has(key);
  }

  /**
   * Reads an object. A chunk is valid until the next is requested: they share a buffer, since hundreds of megabytes would
   * otherwise be left to the garbage collector.
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

  /** Reads several objects, one after the other. @param range the bytes of the first one. @default all */
  async *readAll([first = '', ...more]: readonly string[], range?: ByteRange): AsyncGenerator<Uint8Array> {
    yield* this.read(first, range);
    for (const key of more) yield* this.read(key);
  }

  /** Deletes an object, if there is one. */
  async delete(key: string): Promise<void> {
    const object = this.#objects.get(key);
    this.#objects.delete(key);
    if (object) await this.#discard(object);
  }

  async #write(key: string, content: Uint8Array | AsyncIterable<Uint8Array>, client?: string): Promise<ObjectFile> {
    let taken = 0;
    const take = (bytes: number) => {
      this.#room.take(bytes, client);
      taken += bytes;
    };
    try {
      this.#room.checkDisk();
      if (content instanceof Uint8Array) take(content.length);
      const written = content instanceof Uint8Array ? content : counted(content, take);
      return await writeObjectFile(this.#folder, key, written);
    } catch (error) {
      this.#room.give(taken, client);
      throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? noRoom(error) : error;
    }
  }

  async #remove(object: StoredObject): Promise<void> {
    await removeObjectFile(object);
    this.#room.give(object.size, object.client);
  }

  async #discard(object: StoredObject): Promise<void> {
    if (this.#readers.has(object)) this.#discarded.add(object);
    else await this.#remove(object);
  }

  async #close(object: StoredObject): Promise<void> {
    const left = (this.#readers.get(object) ?? 1) - 1;
    if (left > 0) return void this.#readers.set(object, left);
    this.#readers.delete(object);
    if (this.#discarded.delete(object)) await this.#remove(object);
  }
}

async function* bytesOf({ path, size }: StoredObject): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(READ_AT_ONCE, size));
  await using file = await open(path);
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function* counted(content: AsyncIterable<Uint8Array>, take: (bytes: number) => void) {
  for await (const chunk of content) {
    take(chunk.length);
    yield chunk;
  }
}
