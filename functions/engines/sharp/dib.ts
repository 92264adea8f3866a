import { unreadable } from './unreadable.ts';

/** Pixels without compression: 3 or 4 channels of 8 bits, top row first. */
export interface Bitmap {
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
  readonly data: Buffer;
}

/** What the header of a device-independent bitmap says: the picture format inside BMP and ICO files. */
export interface DibHeader {
  /** Length of the header; where the colour masks or the palette begin. */
  readonly length: number;
  readonly width: number;
  readonly height: number;
  readonly topDown: boolean;
  readonly bits: number;
  readonly compression: DibCompression;
  /** Entries of the palette as claimed; 0 when it has none. */
  readonly colours: number;
  /** Bytes of a palette entry. */
  readonly entry: 3 | 4;
  /** Masks of red, green, blue and alpha. */
  readonly masks: readonly [number, number, number, number];
  /** Where palette entries begin, from the header's beginning. */
  readonly paletteAt: number;
}

export type DibCompression = 'none' | 'rle8' | 'rle4' | 'rle24' | 'jpeg' | 'png';

const CORE_HEADER = 12;
const INFO_HEADER = 40;
const V2_HEADER = 52;
const V3_HEADER = 56;
const OS2_HEADER = 64;

const BITFIELDS = 3;
const ALPHA_BITFIELDS = 6;
const DEPTHS: readonly number[] = [0, 1, 2, 4, 8, 16, 24, 32];

const DEFAULT_MASKS: Readonly<Record<number, readonly [number, number, number, number]>> = {
  16: [0x7c00, 0x03e0, 0x001f, 0],
  32: [0x00ff0000, 0x0000ff00, 0x000000ff, 0],
};

/**
 * Reads the header of a device-independent bitmap: OS/2 1 and 2, Windows 3 to 5.
 * @throws ConversionError UNREADABLE_FILE
 */
export function readDibHeader(dib: Buffer): DibHeader {
  if (dib.length < CORE_HEADER) throw unreadable('a bitmap without a header');
  const length = dib.readUInt32LE(0);
  if (length === CORE_HEADER) return readCoreHeader(dib);
  if (length < 16 || length > 1024 || length > dib.length) throw unreadable(`a bitmap header of ${length} bytes`);
  // OS/2 allows the header to be cut after any field; what is missing is zero.
  const fields = Buffer.alloc(Math.max(length, OS2_HEADER));
  dib.copy(fields, 0, 0, length);
  const width = fields.readInt32LE(4);
  const height = fields.readInt32LE(8);
  const bits = fields.readUInt16LE(14);
  const code = fields.readUInt32LE(16);
  if (width <= 0 || height === 0 || !DEPTHS.includes(bits)) throw unreadable(`${width} x ${height}, ${bits} bits`);
  const { masks, bytes } = readMasks(dib, length, bits, code);
  const compression = compressionOf(code, bits, length);
  if (bits === 0 && compression !== 'jpeg' && compression !== 'png') throw unreadable('a bitmap of 0 bits a pixel');
  const claimed = fields.readUInt32LE(32);
  const colours = bits > 0 && bits <= 8 ? Math.min(claimed || 1 << bits, 1 << bits) : 0;
  return {
    length,
    width,
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    compression,
    colours,
    entry: 4,
    masks,
    paletteAt: length + bytes,
  };
}

function readCoreHeader(dib: Buffer): DibHeader {
  const width = dib.readUInt16LE(4);
  const height = dib.readUInt16LE(6);
  const bits = dib.readUInt16LE(10);
  if (width === 0 || height === 0 || bits === 0 || !DEPTHS.includes(bits)) throw unreadable(`${width} x ${height}`);
  return {
    length: CORE_HEADER,
    width,
    height,
    topDown: false,
    bits,
    compression: 'none',
    colours: bits <= 8 ? 1 << bits : 0,
    entry: 3,
    masks: DEFAULT_MASKS[bits] ?? [0, 0, 0, 0],
    paletteAt: CORE_HEADER,
  };
}

/** Masks stand in the header where it is long enough, else behind it, where they take `bytes`. */
function readMasks(dib: Buffer, length: number, bits: number, code: number) {
  const defaults = DEFAULT_MASKS[bits] ?? [0, 0, 0, 0];
  const inHeader = length >= V2_HEADER && length !== OS2_HEADER;
  const used =
    (code === BITFIELDS || code === ALPHA_BITFIELDS) && (bits === 16 || bits === 32) && length !== OS2_HEADER;
  if (!used) return { masks: defaults, bytes: 0 };
  const withAlpha = inHeader ? length >= V3_HEADER : code === ALPHA_BITFIELDS;
  const count = withAlpha ? 4 : 3;
  if (dib.length < INFO_HEADER + count * 4) throw unreadable('a bitmap without its colour masks');
  const mask = (index: number) => (index < count ? dib.readUInt32LE(INFO_HEADER + index * 4) : 0);
  return { masks: [mask(0), mask(1), mask(2), mask(3)] as const, bytes: inHeader ? 0 : count * 4 };
}

function compressionOf(code: number, bits: number, length: number): DibCompression {
  if (code === 0 || ((code === BITFIELDS || code === ALPHA_BITFIELDS) && (bits === 16 || bits === 32))) return 'none';
  if (code === 1 && bits === 8) return 'rle8';
  if (code === 2 && bits === 4) return 'rle4';
  if (code === 4) return length === OS2_HEADER && bits === 24 ? 'rle24' : 'jpeg';
  if (code === 5) return 'png';
  throw unreadable(`bitmap compression ${code} at ${bits} bits`);
}
