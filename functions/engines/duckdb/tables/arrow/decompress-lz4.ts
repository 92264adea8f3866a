const FRAME = 0x184d2204;

/**
 * Decompresses an LZ4 frame, up to a size. Checksums are not verified.
 * @throws RangeError where it is larger, Error where it is damaged
 */
export function decompressLz4(compressed: Buffer, most: number): Buffer {
  if (compressed.length < 7 || compressed.readUInt32LE(0) !== FRAME) throw new Error('no LZ4 frame');
  const flags = compressed[4] ?? 0;
  let at = 6 + (flags & 0x08 ? 8 : 0) + (flags & 0x01 ? 4 : 0) + 1;
  const output = new Output(Math.min(most, Math.max(1024, compressed.length * 4)), most);
  for (;;) {
    const size = compressed.readUInt32LE(at);
    at += 4;
    if (size === 0) return output.all();
    const length = size & 0x7fffffff;
    if (at + length > compressed.length) throw new Error('a truncated block');
    const block = compressed.subarray(at, at + length);
    if (size >>> 31) output.append(block);
    else decompressBlock(block, output);
    at += length + (flags & 0x10 ? 4 : 0);
  }
}

/** The decompressed bytes, which matches copy from. */
class Output {
  #bytes: Buffer;
  #length = 0;
  readonly #most: number;

  constructor(size: number, most: number) {
    this.#bytes = Buffer.allocUnsafe(size);
    this.#most = most;
  }

  all(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  append(bytes: Buffer): void {
    this.#reserve(bytes.length);
    bytes.copy(this.#bytes, this.#length);
    this.#length += bytes.length;
  }

  copy(offset: number, size: number): void {
    if (offset === 0 || offset > this.#length) throw new Error('a match before the beginning');
    this.#reserve(size);
    const bytes = this.#bytes;
    for (let end = this.#length + size; this.#length < end; this.#length++)
      bytes[this.#length] = bytes[this.#length - offset] ?? 0;
  }

  #reserve(size: number): void {
    const needed = this.#length + size;
    if (needed > this.#most) throw new RangeError('it is too large');
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.min(this.#most, Math.max(needed, this.#bytes.length * 2)));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

function decompressBlock(block: Buffer, output: Output): void {
  let at = 0;
  const next = () => {
    const byte = block[at];
    at += 1;
    if (byte === undefined) throw new Error('a truncated sequence');
    return byte;
  };
  const lengthOf = (short: number) => {
    let length = short;
    for (let byte = short === 15 ? 255 : 0; byte === 255; ) {
      byte = next();
      length += byte;
    }
    return length;
  };
  while (at < block.length) {
    const token = next();
    const literal = lengthOf(token >> 4);
    if (at + literal > block.length) throw new Error('truncated literals');
    output.append(block.subarray(at, at + literal));
    at += literal;
    // The last sequence has no match.
    if (at >= block.length) return;
    const offset = next() + next() * 256;
    output.copy(offset, lengthOf(token & 15) + 4);
  }
}
