import { LIMITS, tooDeep, ValueCount } from '../limits.ts';
import { tooComplex, unreadable } from '../unreadable.ts';
import { dictionary } from './plist.ts';

/** How the file begins; the version behind it has been 00 ever since. */
const MAGIC = 'bplist';
const HEADER_SIZE = 8;
const TRAILER_SIZE = 32;
/** Seconds from 1970 to 2001, from which its dates count. */
const EPOCH = 978_307_200;

/** Whether a property list is one in binary. */
export function isBinaryPlist(bytes: Buffer): boolean {
  return bytes.toString('latin1', 0, MAGIC.length) === MAGIC;
}

/**
 * Reads a binary property list, as Apple's CFBinaryPList.c lays it out: objects that name others by their number, a table of
 * where each begins, and a trailer that says where that is. Dates and binary values are texts, as in XML.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export function readBinaryPlist(bytes: Buffer): unknown {
  return new BinaryPlist(bytes).read();
}

class BinaryPlist {
  readonly #bytes: Buffer;
  readonly #offsetSize: number;
  readonly #referenceSize: number;
  readonly #count: number;
  readonly #top: number;
  readonly #table: number;
  /** What is named often is there once, and read as often. */
  readonly #values = new ValueCount();
  #size = 0;

  constructor(bytes: Buffer) {
    const trailer = bytes.length - TRAILER_SIZE;
    if (trailer < HEADER_SIZE) throw unreadable('plist', 'no trailer');
    this.#bytes = bytes;
    this.#offsetSize = bytes.readUInt8(trailer + 6);
    this.#referenceSize = bytes.readUInt8(trailer + 7);
    this.#count = whole(bytes.readBigUInt64BE(trailer + 8));
    this.#top = whole(bytes.readBigUInt64BE(trailer + 16));
    this.#table = whole(bytes.readBigUInt64BE(trailer + 24));
    if (this.#table + this.#count * this.#offsetSize > trailer) throw unreadable('plist', 'a table beyond the end');
  }

  read(): unknown {
    return this.#object(this.#top, 0);
  }

  #object(number: number, depth: number): unknown {
    if (depth > LIMITS.depth) tooDeep();
    this.#values.add(1);
    if (number >= this.#count) throw unreadable('plist', 'an object that is not there');
    const at = this.#unsigned(this.#table + number * this.#offsetSize, this.#offsetSize);
    const mark = this.#part(at, 1).readUInt8();
    const [kind, low] = [mark >> 4, mark & 15];
    if (kind === 0) return simple(low);
    if (kind === 1) return this.#integer(at + 1, 2 ** low);
    if (kind === 2) return this.#real(at + 1, 2 ** low);
    if (kind === 3) return dateOf(this.#part(at + 1, 8).readDoubleBE());
    if (kind === 8) return { CF$UID: this.#unsigned(at + 1, low + 1) };
    const { length, start } = this.#length(at, low);
    if (kind === 4) return this.#text(start, length).toString('base64');
    if (kind === 5) return this.#text(start, length).toString('latin1');
    if (kind === 6)
      return Buffer.from(this.#text(start, 2 * length))
        .swap16()
        .toString('utf16le');
    if (kind === 10 || kind === 12) return this.#objects(start, length, depth);
    if (kind === 13) return this.#dictionary(start, length, depth);
    throw unreadable('plist', 'an object of no known kind');
  }

  /** A length of 15 or more stands behind the mark, as an integer. */
  #length(at: number, low: number): { readonly length: number; readonly start: number } {
    if (low < 15) return { length: low, start: at + 1 };
    const size = 2 ** (this.#part(at + 1, 1).readUInt8() & 15);
    return { length: this.#unsigned(at + 2, size), start: at + 2 + size };
  }

  #objects(start: number, length: number, depth: number): unknown[] {
    return this.#references(start, length).map((number) => this.#object(number, depth + 1));
  }

  #dictionary(start: number, length: number, depth: number): Record<string, unknown> {
    const values = this.#references(start + length * this.#referenceSize, length);
    const names = this.#references(start, length).map((number) => this.#object(number, depth + 1));
    return dictionary(names.map((name, index) => [String(name), this.#object(values[index] ?? 0, depth + 1)]));
  }

  #references(start: number, length: number): number[] {
    const size = this.#referenceSize;
    this.#part(start, length * size);
    return Array.from({ length }, (_, index) => this.#unsigned(start + index * size, size));
  }

  #text(start: number, length: number): Buffer {
    this.#size += length;
    if (this.#size > LIMITS.tree) throw tooComplex('The file holds more text than can be unpacked here.');
    return this.#part(start, length);
  }

  /** One, two and four bytes are unsigned, eight signed; of sixteen, which only what exceeds that takes, all count. */
  #integer(at: number, size: number): number | bigint {
    if (size <= 4) return this.#unsigned(at, size);
    const bytes = this.#part(at, size);
    if (size > 16) throw unreadable('plist', 'an integer too long');
    const high = bytes.readBigInt64BE();
    const value = size === 8 ? high : (high << 64n) | bytes.readBigUInt64BE(8);
    return Number.isSafeInteger(Number(value)) ? Number(value) : value;
  }

  #real(at: number, size: number): number | string {
    if (size !== 4 && size !== 8) throw unreadable('plist', 'a number of no known size');
    const bytes = this.#part(at, size);
    const value = size === 4 ? bytes.readFloatBE() : bytes.readDoubleBE();
    return Number.isFinite(value) ? value : String(value);
  }

  #unsigned(at: number, size: number): number {
    if (size < 1 || size > 8) throw unreadable('plist', 'a number of no known size');
    return whole(this.#part(at, size).reduce<bigint>((sum, byte) => (sum << 8n) | BigInt(byte), 0n));
  }

  #part(start: number, length: number): Buffer {
    if (start < HEADER_SIZE || start + length > this.#bytes.length)
      throw unreadable('plist', 'what lies beyond the end');
    return this.#bytes.subarray(start, start + length);
  }
}

function simple(low: number): boolean | null {
  if (low === 8 || low === 9) return low === 9;
  return null;
}

function dateOf(seconds: number): string {
  const date = new Date((seconds + EPOCH) * 1000);
  if (Number.isNaN(date.getTime())) throw unreadable('plist', 'a date that is none');
  return date.toISOString().replace('.000', '');
}

/** Numbers of a file are its own claims. */
function whole(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw unreadable('plist', 'a number larger than any file');
  return Number(value);
}
