import { type FileHandle, open } from 'node:fs/promises';
import { unreadable } from '../unreadable.ts';

/** Tags of a TIFF directory that tell a page from what merely belongs to one (TIFF 6.0, section 8). */
const NEW_SUBFILE_TYPE = 254;
const SUBFILE_TYPE = 255;
const REDUCED_RESOLUTION = 1;
const TRANSPARENCY_MASK = 4;
const OLD_REDUCED_RESOLUTION = 2;

/** More directories than this are not walked: a chain that long is made to keep us busy. */
const MOST_DIRECTORIES = 2000;

const SHORT = 3;
const PHOTOMETRIC = 262;
const CIELAB = 8;
const SAMPLES_PER_PIXEL = 277;
const COMPRESSION = 259;
const OLD_JPEG = 6;
const YCBCR = 6;
const BLACK_IS_ZERO = 1;
const IMAGE_WIDTH = 256;
const IMAGE_LENGTH = 257;
const ORIENTATION = 274;
/** Where the JPEG of a page lies and how long it is, as TIFF 6.0, section 22, has it, which was later given up. */
const JPEG_AT = 513;
const JPEG_LENGTH = 514;
const PLANAR_CONFIGURATION = 284;
const SEPARATE = 2;
const EXTRA_SAMPLES = 338;

const TAGS: readonly number[] = [
  NEW_SUBFILE_TYPE,
  SUBFILE_TYPE,
  COMPRESSION,
  PHOTOMETRIC,
  SAMPLES_PER_PIXEL,
  PLANAR_CONFIGURATION,
  EXTRA_SAMPLES,
  IMAGE_WIDTH,
  IMAGE_LENGTH,
  ORIENTATION,
  JPEG_AT,
  JPEG_LENGTH,
];

interface Layout {
  readonly file: FileHandle;
  readonly size: number;
  readonly little: boolean;
  readonly big: boolean;
}

/** A JPEG that lies whole in a TIFF, and what it must hold to be the page. */
export interface OldJpeg {
  readonly at: number;
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly channels: number;
}

/** Ways in which a page may be stored: as a JPEG of the old kind, or in planes of brightness and colour differences. */
export type Misread = 'old JPEG' | 'planes';

/** A page of a TIFF: a directory of its chain. */
export interface TiffPage {
  /** Its number in the chain. */
  readonly index: number;
  /** Where the file says how its samples are to be understood, when they are CIELab in 8 bits. */
  readonly labAt?: number;
  /** Its samples beyond those of the colours are no transparency, but masks, infrared or whatever. */
  readonly opaque: boolean;
  /** Stored in a way of which the library makes another picture, or an empty one, and says nothing. */
  readonly misread?: Misread;
  /** The old kind of JPEG that it may be, which the library does not read. */
  readonly oldJpeg?: OldJpeg;
  /** Where its directory stands, and where that says which one is next. */
  readonly directory: { readonly at: number; readonly nextAt: number } & Pick<Layout, 'little' | 'big'>;
}

/**
 * Which directories of a TIFF's chain are pages: all but thumbnails and masks.
 * @throws ConversionError UNREADABLE_FILE when the chain is broken or bites its tail
 */
export async function listTiffPages(path: string): Promise<TiffPage[]> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const directories: TiffDirectory[] = [];
    for await (const directory of walk(file, size)) directories.push(directory);
    const pages = directories.filter(isPage);
    // A file may hold nothing but what calls itself a thumbnail.
    return pages.length > 0 ? pages : directories.slice(0, 1);
  } finally {
    await file.close();
  }
}

async function* walk(file: FileHandle, size: number): AsyncGenerator<TiffDirectory> {
  const head = await readAt(file, size, 0, 8);
  const little = head.toString('latin1', 0, 2) === 'II';
  const big = u16(head, 0 + 2, little) === 43;
  const layout: Layout = { file, size, little, big };
  let offset = big ? u64(await readAt(file, size, 8, 8), 0, little) : u32(head, 4, little);
  const seen = new Set<number>();
  let length = 0;
  while (offset !== 0) {
    if (seen.has(offset) || seen.size >= MOST_DIRECTORIES) throw unreadable('the chain of directories has no end');
    seen.add(offset);
    const directory = await readDirectory(layout, offset);
    length += directory.nextAt - offset;
    if (length > size) throw unreadable('the directories lie over each other');
    const place = { at: offset, nextAt: directory.nextAt, little, big };
    yield { ...describe(directory, seen.size - 1, layout), directory: place };
    offset = directory.next;
  }
}

async function readDirectory({ file, size, little, big }: Layout, offset: number) {
  const countSize = big ? 8 : 2;
  const entrySize = big ? 20 : 12;
  const head = await readAt(file, size, offset, countSize);
  const count = big ? u64(head, 0, little) : u16(head, 0, little);
  if (count > 65_535) throw unreadable(`a directory of ${count} entries`);
  const entriesAt = offset + countSize;
  const body = await readAt(file, size, entriesAt, count * entrySize + (big ? 8 : 4));
  const places = new Map<number, number>();
  for (let at = 0; at < count * entrySize; at += entrySize) {
    const tag = u16(body, at, little);
    if (TAGS.includes(tag) && !places.has(tag)) places.set(tag, at);
  }
  const next = big ? u64(body, count * entrySize, little) : u32(body, count * entrySize, little);
  return { body, places, entriesAt, next, nextAt: entriesAt + count * entrySize };
}

interface TiffDirectory extends TiffPage {
  readonly newSubfileType: number;
  readonly subfileType: number;
}

/** A directory as it was read: where in it the entries of the tags stand that matter here. */
interface Entries {
  readonly body: Buffer;
  readonly places: ReadonlyMap<number, number>;
  readonly entriesAt: number;
}

function describe(
  { body, places, entriesAt }: Entries,
  index: number,
  { little, big, size }: Layout,
): Omit<TiffDirectory, 'directory'> {
  const within = big ? 12 : 8;
  const value = (tag: number) => {
    const at = places.get(tag);
    if (at === undefined) return 0;
    return u16(body, at + 2, little) === SHORT ? u16(body, at + within, little) : u32(body, at + within, little);
  };
  const colours = places.get(PHOTOMETRIC);
  const isLab = colours !== undefined && value(PHOTOMETRIC) === CIELAB && value(SAMPLES_PER_PIXEL) === 3;
  const old = value(COMPRESSION) === OLD_JPEG;
  const oldJpeg = old ? oldJpegOf(value, size) : undefined;
  const planes = value(PHOTOMETRIC) === YCBCR && value(PLANAR_CONFIGURATION) === SEPARATE;
  const misread: Misread | undefined = planes ? 'planes' : old && !oldJpeg ? 'old JPEG' : undefined;
  return {
    index,
    ...(oldJpeg ? { oldJpeg } : {}),
    ...(isLab ? { labAt: entriesAt + colours + within } : {}),
    opaque: places.has(EXTRA_SAMPLES) && value(EXTRA_SAMPLES) === 0,
    ...(misread ? { misread } : {}),
    newSubfileType: value(NEW_SUBFILE_TYPE),
    subfileType: value(SUBFILE_TYPE),
  };
}

/** Where the JPEG of a page is said to be. Its tables may lie elsewhere: whether it is whole, its decoder has to say. */
function oldJpegOf(value: (tag: number) => number, size: number): OldJpeg | undefined {
  const [at, length] = [value(JPEG_AT), value(JPEG_LENGTH)];
  const channels = value(SAMPLES_PER_PIXEL) || 1;
  const known = channels === 1 ? value(PHOTOMETRIC) === BLACK_IS_ZERO : channels === 3 && value(PHOTOMETRIC) === YCBCR;
  if (!known || value(ORIENTATION) > 1 || at === 0 || length === 0 || at + length > size) return undefined;
  return { at, length, width: value(IMAGE_WIDTH), height: value(IMAGE_LENGTH), channels };
}

function isPage({ newSubfileType, subfileType }: TiffDirectory): boolean {
  return (newSubfileType & (REDUCED_RESOLUTION | TRANSPARENCY_MASK)) === 0 && subfileType !== OLD_REDUCED_RESOLUTION;
}

async function readAt(file: FileHandle, size: number, position: number, length: number): Promise<Buffer> {
  if (position + length > size) throw unreadable('a directory lies beyond the end of the file');
  const buffer = Buffer.alloc(length);
  await file.read(buffer, 0, length, position);
  return buffer;
}

const u16 = (bytes: Buffer, at: number, little: boolean) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
const u32 = (bytes: Buffer, at: number, little: boolean) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
const u64 = (bytes: Buffer, at: number, little: boolean) =>
  Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));

/**
 * Makes a page the only one of its file, in place: the library goes through all directories for each page it opens, which
 * takes it longer than the pages themselves where there are hundreds of them.
 */
export async function isolatePage(path: string, { directory: { at, nextAt, little, big } }: TiffPage): Promise<void> {
  const number = (value: number) => {
    const bytes = Buffer.alloc(big ? 8 : 4);
    if (big) bytes[little ? 'writeBigUInt64LE' : 'writeBigUInt64BE'](BigInt(value));
    else bytes[little ? 'writeUInt32LE' : 'writeUInt32BE'](value);
    return bytes;
  };
  const file = await open(path, 'r+');
  try {
    const [first, none] = [number(at), number(0)];
    await file.write(first, 0, first.length, big ? 8 : 4);
    await file.write(none, 0, none.length, nextAt);
  } finally {
    await file.close();
  }
}
