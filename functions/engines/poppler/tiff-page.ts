import { TiffFile } from '../../detection/tiff-file.ts';

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

/**
 * Reads a little-endian TIFF of one page, as it is written on the machines that we run on.
 * @throws Error when it is another, or not complete
 */
export function readTiffPage(file: Buffer): TiffPage {
  const tiff = TiffFile.open(file);
  if (!tiff?.little) throw new Error('a TIFF page is none');
  const directory = tiff.directory(tiff.first);
  const numbers = (tag: number) => directory.numbers(tag, file.length);
  const [strips, lengths] = [numbers(STRIP_OFFSETS), numbers(STRIP_BYTES)];
  const complete =
    strips.length > 0 && strips.every((start, index) => start + (lengths[index] ?? Infinity) <= file.length);
  if (!complete) throw new Error('a TIFF page is not complete');
  const fields = tiff.fields(tiff.first).map(({ tag, type, count, place, at }) => {
    return { tag, type, count, value: tiff.u32(place + 8), elsewhere: at !== place + 8 };
  });
  return { width: numbers(WIDTH)[0] ?? 0, height: numbers(HEIGHT)[0] ?? 0, fields, strips };
}
