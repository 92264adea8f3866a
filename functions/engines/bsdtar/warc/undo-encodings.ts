import { closeSync, createReadStream, ftruncateSync, openSync } from 'node:fs';
import { Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { ConversionError } from '../../../conversion/errors.ts';
import type { Content } from '../entry.ts';
import { readBytes, writeBytes } from '../header.ts';
import { LIMITS, tooLarge } from '../limits.ts';
import { undoChunks } from './undo-chunks.ts';

/** What undoes each encoding of content (RFC 9110). */
const DECODERS: Readonly<Record<string, (first: number) => Duplex>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  // With the header of zlib, as it should be, or without.
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/** Most encodings that one payload has: more are nobody's honest doing. */
const MOST_CODINGS = 4;

/** Writes what was encoded on its way over the web, one behind the other, into one file. */
export class DecodedFile {
  readonly path: string;
  readonly #file: number;
  #size = 0;
  /** All that was ever written, in bytes: what was taken back has cost its time as well. */
  #written = 0;

  /** @param path of a new file */
  constructor(path: string) {
    this.path = path;
    this.#file = openSync(path, 'wx');
  }

  /** In bytes. */
  get size(): number {
    return this.#size;
  }

  close(): void {
    closeSync(this.#file);
  }

  /** Adds a text of ours. */
  append(bytes: Buffer): void {
    this.#written += bytes.length;
    if (this.#written > LIMITS.unpacked * 1_000_000) throw tooLarge('decoded');
    writeBytes(this.#file, bytes, this.#size);
    this.#size += bytes.length;
  }

  /**
   * Undoes the encodings of a payload.
   * @returns nothing where there are none, or where it is not what they say: then it stays as it is
   * @throws ConversionError TOO_COMPLEX
   */
  async decode(source: Content, fields: ReadonlyMap<string, string>): Promise<Content | undefined> {
    const chunked = /(?:^|[\s,])chunked\s*$/i.test((fields.get('transfer-encoding') ?? '').slice(-200));
    const codings = codingsOf(fields.get('content-encoding') ?? '');
    if (source.length === 0 || (!chunked && codings.length === 0)) return undefined;
    const dechunked = chunked ? ((await this.#add(source, Duplex.from(undoChunks))) ?? source) : source;
    const decoded = await this.#undo(dechunked, codings);
    return decoded ?? (dechunked === source ? undefined : dechunked);
  }

  async #undo(source: Content, codings: readonly string[]): Promise<Content | undefined> {
    if (codings.length === 0 || source.length === 0 || codings.length > MOST_CODINGS) return undefined;
    let content: Content | undefined = source;
    // The last one was put on last.
    for (const coding of codings.toReversed()) {
      const make = DECODERS[coding];
      content = make && content && (await this.#add(content, make(firstByteOf(content))));
    }
    return content;
  }

  /** @returns nothing where the step fails: what it has written is taken back */
  async #add(source: Content, step: Duplex): Promise<Content | undefined> {
    const position = this.#size;
    const { path } = source;
    const end = source.position + source.length - 1;
    try {
      const store = async (chunks: AsyncIterable<Buffer>) => {
        for await (const bytes of chunks) this.append(bytes);
      };
      await pipeline(createReadStream(path, { start: source.position, end }), step, store);
      return { path: this.path, position, length: this.#size - position };
    } catch (error) {
      // Ours, and those of the disk, are not the payload's.
      if (error instanceof ConversionError || (error instanceof Error && 'syscall' in error)) throw error;
      this.#size = position;
      ftruncateSync(this.#file, position);
      return undefined;
    }
  }
}

function codingsOf(value: string): string[] {
  const words = value.slice(0, 1000).toLowerCase().split(',');
  return words.map((word) => word.trim()).filter((word) => word !== '' && word !== 'identity');
}

function firstByteOf({ path, position }: Content): number {
  const file = openSync(path, 'r');
  try {
    return readBytes(file, position, 1)[0] ?? 0;
  } finally {
    closeSync(file);
  }
}
