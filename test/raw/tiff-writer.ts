/** A field of a TIFF directory; whatever is given as a function is told where it stands. */
export type Field = readonly [tag: number, type: keyof typeof TYPES, values: readonly number[] | string];

const TYPES = { byte: 1, ascii: 2, short: 3, long: 4, rational: 5, srational: 10 } as const;
const SIZES = { byte: 1, ascii: 1, short: 2, long: 4, rational: 8, srational: 8 } as const;
const PARTS = 1_000_000;

/** Writes files that are built like TIFF, of which raw pictures of cameras are: blocks and directories, one after the other. */
export class TiffWriter {
  readonly #parts: Buffer[] = [];
  #length = 0;

  /** @param header what the file begins with; the place of the first directory stands at byte 4 */
  constructor(header = 'II*\0\0\0\0\0') {
    this.add(Buffer.from(header, 'latin1'));
  }

  /** Adds bytes, and tells where they begin. */
  add(bytes: Buffer): number {
    const at = this.#length;
    this.#parts.push(bytes, Buffer.alloc(bytes.length % 2));
    this.#length += bytes.length + (bytes.length % 2);
    return at;
  }

  /** Adds a directory, and tells where it begins. */
  directory(fields: readonly Field[], next = 0): number {
    const sorted = [...fields].sort(([a], [b]) => a - b);
    const entries = sorted.map(([tag, type, values]) => {
      const value = bytesOf(type, values);
      const entry = Buffer.alloc(12);
      entry.writeUInt16LE(tag);
      entry.writeUInt16LE(TYPES[type], 2);
      entry.writeUInt32LE(value.length / SIZES[type], 4);
      if (value.length <= 4) value.copy(entry, 8);
      else entry.writeUInt32LE(this.add(value), 8);
      return entry;
    });
    const [count, last] = [Buffer.alloc(2), Buffer.alloc(4)];
    count.writeUInt16LE(entries.length);
    last.writeUInt32LE(next);
    return this.add(Buffer.concat([count, ...entries, last]));
  }

  /** The file, with the directory that is its first. */
  finish(first: number): Buffer {
    const file = Buffer.concat(this.#parts);
    file.writeUInt32LE(first, 4);
    return file;
  }
}

function bytesOf(type: keyof typeof TYPES, values: readonly number[] | string): Buffer {
  if (typeof values === 'string') return Buffer.from(`${values}\0`, 'latin1');
  const bytes = Buffer.alloc(values.length * SIZES[type]);
  values.forEach((value, index) => {
    if (type === 'byte') bytes.writeUInt8(value, index);
    else if (type === 'short') bytes.writeUInt16LE(value, index * 2);
    else if (type === 'long') bytes.writeUInt32LE(value, index * 4);
    else {
      bytes.writeInt32LE(Math.round(value * PARTS), index * 8);
      bytes.writeInt32LE(PARTS, index * 8 + 4);
    }
  });
  return bytes;
}
