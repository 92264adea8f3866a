import type { ReadBytes } from '../../detection/document-compound.ts';

/** Makes the error for a malformed file. */
export type Refuse = (reason: string) => Error;

/** Reads numbers and text of a binary file at hostile offsets, never beyond its end. */
export class ByteReader {
  readonly size: number;
  readonly #read: ReadBytes;
  readonly #refuse: Refuse;

  /** @param refuse makes the error for an offset beyond the end */
  constructor(read: ReadBytes, size: number, refuse: Refuse) {
    this.#read = read;
    this.size = size;
    this.#refuse = refuse;
  }

  /** A reader of bytes in memory. */
  static of(bytes: Buffer, refuse: Refuse): ByteReader {
    return new ByteReader((at, length) => bytes.subarray(at, at + length), bytes.length, refuse);
  }

  /** So many bytes. @throws what `refuse` makes */
  bytes(at: number, length: number): Buffer {
    if (at < 0 || length < 0 || at + length > this.size) throw this.#refuse(`${length} bytes at ${at} of ${this.size}`);
    return this.#read(at, length);
  }

  text(at: number, length: number): string {
    return this.bytes(at, length).toString('latin1');
  }

  u8(at: number): number {
    return this.bytes(at, 1).readUInt8();
  }

  u16be(at: number): number {
    return this.bytes(at, 2).readUInt16BE();
  }

  u16le(at: number): number {
    return this.bytes(at, 2).readUInt16LE();
  }

  u32be(at: number): number {
    return this.bytes(at, 4).readUInt32BE();
  }

  u32le(at: number): number {
    return this.bytes(at, 4).readUInt32LE();
  }

  u64be(at: number): number {
    return Number(this.bytes(at, 8).readBigUInt64BE());
  }

  u64le(at: number): number {
    return Number(this.bytes(at, 8).readBigUInt64LE());
  }

  /** Fails because of a malformed value, as for an offset beyond the end. */
  refuse(reason: string): never {
    throw this.#refuse(reason);
  }
}
