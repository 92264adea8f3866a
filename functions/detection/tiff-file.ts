/** The signatures of TIFF, and of raw formats with its structure: ORF and RW2. */
const MARKERS: readonly string[] = ['II*\0', 'MM\0*', 'IIRO', 'IIRS', 'MMOR', 'IIU\0'];

/** The most directories, and the most fields of each, that are read. */
const MOST_DIRECTORIES = 32;
const MOST_FIELDS = 1000;
const FIELD = 12;

const ASCII = 2;
const SUB_DIRECTORIES = 330;

/** The size of a value of each type, from type 1 on, in bytes (TIFF 6.0, section 2). */
const SIZES = [1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4] as const;

/** A field of a directory (TIFF 6.0, section 2). */
export interface TiffField {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** The offset of the field in the file. */
  readonly offset: number;
  /** The offset of its values: in the field, if they have at most four bytes. */
  readonly valueAt: number;
  /** The length of its values in bytes; 0 for an unknown type. */
  readonly bytes: number;
}

/** The directories of a TIFF, or of its beginning: values beyond the end are missing. */
export class TiffFile {
  /** The first four bytes. */
  readonly marker: string;
  readonly little: boolean;
  readonly #bytes: Buffer;

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.marker = bytes.toString('latin1', 0, 4);
    this.little = this.marker.startsWith('II');
  }

  /** @returns undefined where the file has not the structure of TIFF */
  static open(bytes: Buffer): TiffFile | undefined {
    return bytes.length >= 8 && MARKERS.includes(bytes.toString('latin1', 0, 4)) ? new TiffFile(bytes) : undefined;
  }

  /** The offset of the first directory. */
  get first(): number {
    return this.u32(4);
  }

  /** Whether the bytes include the first directory. */
  get hasFirstDirectory(): boolean {
    const { first } = this;
    return first + 2 <= this.#bytes.length && first + 2 + this.u16(first) * FIELD <= this.#bytes.length;
  }

  /** All directories of the chain, and their subdirectories, each once. */
  directories(): TiffDirectory[] {
    const found: TiffDirectory[] = [];
    const seen = new Set<number>();
    const left = [this.first];
    for (let at = left.shift(); at !== undefined && found.length < MOST_DIRECTORIES; at = left.shift()) {
      if (at < 8 || at + 2 > this.#bytes.length || seen.has(at)) continue;
      seen.add(at);
      const directory = this.directory(at);
      found.push(directory);
      left.push(...directory.numbers(SUB_DIRECTORIES, MOST_DIRECTORIES), this.u32(at + 2 + this.u16(at) * FIELD));
    }
    return found;
  }

  /** The directory at an offset; of fields with the same tag, the first counts. */
  directory(at: number): TiffDirectory {
    const fields = this.fields(at).toReversed();
    return new TiffDirectory(this, new Map(fields.map((field) => [field.tag, field])));
  }

  /** The fields of the directory at an offset, as far as the bytes include them. */
  fields(at: number): TiffField[] {
    const room = Math.max(0, Math.floor((this.#bytes.length - at - 2) / FIELD));
    return Array.from({ length: Math.min(this.u16(at), MOST_FIELDS, room) }, (_, index) => {
      const offset = at + 2 + index * FIELD;
      const [tag, type, count] = [this.u16(offset), this.u16(offset + 2), this.u32(offset + 4)];
      const size = SIZES[type - 1];
      const inside = count * (size ?? 1) <= 4;
      const valueAt = inside ? offset + 8 : this.u32(offset + 8);
      return { tag, type, count, offset, valueAt, bytes: count * (size ?? 0) };
    });
  }

  /** A Latin-1 string of at most a length. */
  text(at: number, length: number): string {
    return this.#bytes.toString('latin1', at, at + length);
  }

  byte(at: number): number {
    return this.#bytes[at] ?? 0;
  }

  u16(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.little ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  u32(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}

/** A directory, with its fields by tag. */
export class TiffDirectory {
  readonly #file: TiffFile;
  readonly #fields: ReadonlyMap<number, TiffField>;

  constructor(file: TiffFile, fields: ReadonlyMap<number, TiffField>) {
    this.#file = file;
    this.#fields = fields;
  }

  has(tag: number): boolean {
    return this.#fields.has(tag);
  }

  /** The first number of a field; of a rational, its numerator. */
  number(tag: number): number | undefined {
    return this.numbers(tag, 1)[0];
  }

  /** The first numbers of a field; a rational is two. */
  numbers(tag: number, most: number): number[] {
    const { type = 0, count = 0, valueAt = 0 } = this.#fields.get(tag) ?? {};
    const size = SIZES[type - 1] ?? 1;
    const [step, length] = size === 8 ? [4, count * 2] : [size, count];
    return Array.from({ length: Math.min(length, most) }, (_, index) => {
      const offset = valueAt + index * step;
      if (step === 1) return this.#file.byte(offset);
      return step === 2 ? this.#file.u16(offset) : this.#file.u32(offset);
    });
  }

  /** The text of a field; empty where it has none. */
  text(tag: number, most = 256): string {
    const { type, count = 0, valueAt = 0 } = this.#fields.get(tag) ?? {};
    if (type !== ASCII) return '';
    return (this.#file.text(valueAt, Math.min(count, most)).split('\0', 1)[0] ?? '').trim();
  }
}
