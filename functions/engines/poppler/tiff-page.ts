/** A field of a TIFF directory (TIFF 6.0, section 2): its value lies in it, or where it says. */
export interface TiffField {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** The four bytes that are the value or its place. */
  readonly value: number;
  /** Whether they are its place. */
  readonly elsewhere: boolean;
}

/** The only directory of a file as poppler writes it. */
export interface TiffPage {
  readonly width: number;
  readonly height: number;
  readonly fields: readonly TiffField[];
  /** Where the picture's strips begin. */
  readonly strips: readonly number[];
}

/** Tags of fields that matter here. */
export const STRIP_OFFSETS = 273;
const [WIDTH, HEIGHT, STRIP_BYTES] = [256, 257, 279];

/** Types of values: bytes of one by type number. */
const TYPE_SIZES: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
};
const SHORT = 3;

/**
 * Reads a little-endian TIFF of one page, as it is written on the machines that we run on.
 * @throws Error when it is another, or not complete
 */
export function readTiffPage(file: Buffer): TiffPage {
  const directory = file.readUInt32LE(4);
  const count = file.readUInt16LE(directory);
  const fields = Array.from({ length: count }, (_, index) => readField(file, directory + 2 + index * 12));
  const numbers = (tag: number) => readNumbers(file, fields, tag);
  const strips = numbers(STRIP_OFFSETS);
  const lengths = numbers(STRIP_BYTES);
  const complete =
    strips.length > 0 && strips.every((start, index) => start + (lengths[index] ?? Infinity) <= file.length);
  if (!complete) throw new Error('a TIFF page is not complete');
  return { width: numbers(WIDTH)[0] ?? 0, height: numbers(HEIGHT)[0] ?? 0, fields, strips };
}

function readField(file: Buffer, at: number): TiffField {
  const [tag, type, count] = [file.readUInt16LE(at), file.readUInt16LE(at + 2), file.readUInt32LE(at + 4)];
  return { tag, type, count, value: file.readUInt32LE(at + 8), elsewhere: (TYPE_SIZES[type] ?? 1) * count > 4 };
}

function readNumbers(file: Buffer, fields: readonly TiffField[], tag: number): number[] {
  const field = fields.find((candidate) => candidate.tag === tag);
  if (!field) return [];
  const { type, count, value, elsewhere } = field;
  if (!elsewhere) {
    if (type !== SHORT) return [value];
    return [value & 0xffff, value >>> 16].slice(0, count);
  }
  if (value + count * (type === SHORT ? 2 : 4) > file.length)
    throw new Error('a field lies beyond the end of the file');
  return Array.from({ length: count }, (_, index) =>
    type === SHORT ? file.readUInt16LE(value + index * 2) : file.readUInt32LE(value + index * 4),
  );
}
