import { ByteReader } from '../../read/byte-reader.ts';
import { inspect } from '../../read/inspect.ts';
import { unreadable } from '../unreadable.ts';

/** Tags of a directory (TIFF 6.0, section 8), and some of their values. */
const [NEW_SUBFILE_TYPE, SUBFILE_TYPE, COMPRESSION, PHOTOMETRIC] = [254, 255, 259, 262];
const [PLANAR_CONFIGURATION, TILE_WIDTH, EXTRA_SAMPLES] = [284, 322, 338];
const [THUMBNAIL_OR_MASK, OLD_THUMBNAIL, OLD_JPEG, CIE_LAB, PLANAR] = [0b101, 2, 6, 8, 2];

/** The most directories of a chain: a longer one is hostile. */
const MOST_DIRECTORIES = 2000;
const MOST_ENTRIES = 65_535;
const [SHORT, BIG_TIFF] = [3, 43];

/** A page of a TIFF. */
export interface TiffPage {
  /** Its index in the chain of directories. */
  readonly index: number;
  /** Its extra samples are not alpha, but masks, infrared or others. */
  readonly opaque: boolean;
  /** It has old-style JPEG compression, or tiles of single channels, of which libvips makes nothing. */
  readonly notByVips: boolean;
  /** Its colours are CIELab, ICCLab or ITULab. */
  readonly isLab: boolean;
}

/**
 * Lists the pages of a TIFF: all directories but thumbnails and masks.
 * @throws ConversionError UNREADABLE_FILE when the chain is broken or circular
 */
export function listTiffPages(path: string): TiffPage[] {
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
    for (let entry = 0; entry < body.size; entry += size) {
      const [tag, value] = [u16(body, entry), (u16(body, entry + 2) === SHORT ? u16 : u32)(body, entry + within)];
      if (!values.has(tag)) values.set(tag, value);
    }
    yield { index: seen.size - 1, ...describe(values) };
    at = offset(file, nextAt);
  }
}

function describe(values: ReadonlyMap<number, number>) {
  const value = (tag: number) => values.get(tag) ?? 0;
  return {
    opaque: values.has(EXTRA_SAMPLES) && value(EXTRA_SAMPLES) === 0,
    notByVips: value(COMPRESSION) === OLD_JPEG || (value(PLANAR_CONFIGURATION) === PLANAR && values.has(TILE_WIDTH)),
    isLab: value(PHOTOMETRIC) >= CIE_LAB && value(PHOTOMETRIC) < CIE_LAB + 3,
    isPage: (value(NEW_SUBFILE_TYPE) & THUMBNAIL_OR_MASK) === 0 && value(SUBFILE_TYPE) !== OLD_THUMBNAIL,
  };
}
