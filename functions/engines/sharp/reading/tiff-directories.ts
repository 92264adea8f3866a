import { patchFile } from '../../patch-file.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { inspect } from '../../read/inspect.ts';
import { unreadable } from '../unreadable.ts';

/** Tags of a directory (TIFF 6.0, section 8), and some of their values. */
const [NEW_SUBFILE_TYPE, SUBFILE_TYPE, COMPRESSION, PHOTOMETRIC, ORIENTATION] = [254, 255, 259, 262, 274];
const [BITS, SAMPLE_FORMAT, SIGNED] = [258, 339, 2];
const [SAMPLES, PLANAR_CONFIGURATION, TILE_WIDTH, EXTRA_SAMPLES] = [277, 284, 322, 338];
const [THUMBNAIL_OR_MASK, OLD_THUMBNAIL, OLD_JPEG, SEPARATE] = [0b101, 2, 6, 2];
const [BLACK_IS_ZERO, YCBCR, CIELAB] = [1, 6, 8];

/** The most directories of a chain: a longer one is hostile. */
const MOST_DIRECTORIES = 2000;
const MOST_ENTRIES = 65_535;
const [SHORT, BIG_TIFF] = [3, 43];

/** Pages that the libraries decode wrongly. */
export type Misread = 'old JPEG' | 'planes';

/** The offset of a directory, and the byte order and offset size of its file. */
interface IfdLocation {
  readonly at: number;
  /** The offset of the pointer to the next directory. */
  readonly nextAt: number;
  readonly little: boolean;
  readonly big: boolean;
}

/** A page of a TIFF. */
export interface TiffPage {
  /** Its index in the chain of directories. */
  readonly index: number;
  /** Its samples are CIELab. */
  readonly lab: boolean;
  /** It has old-style JPEG compression. */
  readonly oldJpeg: boolean;
  /** It has planar tiles. */
  readonly tiledPlanes: boolean;
  /** Its extra samples are not alpha, but masks, infrared or others. */
  readonly opaque: boolean;
  readonly misread: Misread | undefined;
  /** Where it says that its grey samples are signed and of 16 bits; undefined where they are not. */
  readonly signedAt: number | undefined;
  readonly directory: IfdLocation;
}

/**
 * Lists the pages of a TIFF: all directories but thumbnails and masks.
 * @throws ConversionError UNREADABLE_FILE when the chain is broken or circular
 */
export async function listTiffPages(path: string): Promise<TiffPage[]> {
  const directories = inspect(path, (read, size) => [...walk(new ByteReader(read, size, unreadable))]);
  const pages = directories.filter(({ isPage }) => isPage);
  // A file may consist of a single page that is marked as a thumbnail.
  return pages.length > 0 ? pages : directories.slice(0, 1);
}

function* walk(file: ByteReader): Generator<TiffPage & { readonly isPage: boolean }> {
  const little = file.text(0, 2) === 'II';
  const u16 = (of: ByteReader, at: number) => (little ? of.u16le(at) : of.u16be(at));
  const u32 = (of: ByteReader, at: number) => (little ? of.u32le(at) : of.u32be(at));
  const u64 = (of: ByteReader, at: number) => (little ? of.u64le(at) : of.u64be(at));
  const big = u16(file, 2) === BIG_TIFF;
  const [wide, size, within, offset] = big ? [8, 20, 12, u64] : [2, 12, 8, u32];
  const seen = new Set<number>();
  let length = 0;
  for (let at = offset(file, big ? 8 : 4); at !== 0; ) {
    if (seen.has(at) || seen.size >= MOST_DIRECTORIES) throw unreadable('the chain of directories has no end');
    seen.add(at);
    const count = big ? u64(file, at) : u16(file, at);
    if (count > MOST_ENTRIES) throw unreadable(`a directory of ${count} entries`);
    const nextAt = at + wide + count * size;
    length += nextAt - at;
    if (length > file.size) throw unreadable('overlapping directories');
    const body = ByteReader.of(file.bytes(at + wide, count * size), unreadable);
    const values = new Map<number, number>();
    let formatAt = 0;
    for (let entry = 0; entry < body.size; entry += size) {
      const [tag, value] = [u16(body, entry), (u16(body, entry + 2) === SHORT ? u16 : u32)(body, entry + within)];
      if (!values.has(tag)) values.set(tag, value);
      if (tag === SAMPLE_FORMAT) formatAt = at + wide + entry + within;
    }
    yield {
      index: seen.size - 1,
      ...describe(values),
      signedAt: isSigned(values) ? formatAt : undefined,
      directory: { at, nextAt, little, big },
    };
    at = offset(file, nextAt);
  }
}

function describe(values: ReadonlyMap<number, number>) {
  const value = (tag: number) => values.get(tag) ?? 0;
  const oldJpeg = value(COMPRESSION) === OLD_JPEG;
  const planes = value(PHOTOMETRIC) === YCBCR && value(PLANAR_CONFIGURATION) === SEPARATE;
  const odd = oldJpeg && (value(ORIENTATION) > 1 || ![BLACK_IS_ZERO, YCBCR].includes(value(PHOTOMETRIC)));
  const misread: Misread | undefined = planes ? 'planes' : odd ? 'old JPEG' : undefined;
  return {
    lab: value(PHOTOMETRIC) === CIELAB && value(SAMPLES) === 3,
    oldJpeg,
    tiledPlanes: values.has(TILE_WIDTH) && value(PLANAR_CONFIGURATION) === SEPARATE && value(SAMPLES) > 1,
    opaque: values.has(EXTRA_SAMPLES) && value(EXTRA_SAMPLES) === 0,
    misread,
    isPage: (value(NEW_SUBFILE_TYPE) & THUMBNAIL_OR_MASK) === 0 && value(SUBFILE_TYPE) !== OLD_THUMBNAIL,
  };
}

function isSigned(values: ReadonlyMap<number, number>): boolean {
  const grey = (values.get(SAMPLES) ?? 1) === 1;
  return grey && values.get(SAMPLE_FORMAT) === SIGNED && values.get(BITS) === 16;
}

/**
 * Makes a page the only one of its file, in place: the library walks all directories for each page that it opens, which
 * takes longer than decoding where there are hundreds.
 */
export async function isolatePage(path: string, { directory: { at, nextAt, little, big } }: TiffPage): Promise<void> {
  const number = (value: number) => {
    const bytes = Buffer.alloc(big ? 8 : 4);
    if (big) bytes[little ? 'writeBigUInt64LE' : 'writeBigUInt64BE'](BigInt(value));
    else bytes[little ? 'writeUInt32LE' : 'writeUInt32BE'](value);
    return bytes;
  };
  await patchFile(path, [big ? 8 : 4, number(at)], [nextAt, number(0)]);
}
