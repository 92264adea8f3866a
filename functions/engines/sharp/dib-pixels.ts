import type { Bitmap, DibHeader } from './dib.ts';
import { unrollRuns } from './dib-runs.ts';
import { unreadable } from './unreadable.ts';

/** Which alpha a picture in an icon or in a file of its own has. */
export interface DibAlpha {
  /** The fourth byte of 32 bits counts even where no mask says so, as in icons. */
  readonly always: boolean;
}

/**
 * Decodes the pixels of a device-independent bitmap.
 * @param pixelsAt where they begin, from the header's beginning
 * @throws ConversionError UNREADABLE_FILE when they are not all there
 */
export function decodeDib(dib: Buffer, header: DibHeader, pixelsAt: number, alpha: DibAlpha): Bitmap {
  const { bits, compression } = header;
  if (compression === 'jpeg' || compression === 'png') throw unreadable(`a bitmap that is a ${compression}`);
  const masks = alpha.always && bits === 32 && header.masks[3] === 0 ? withAlpha(header.masks) : header.masks;
  const source = dib.subarray(Math.min(pixelsAt, dib.length));
  if (compression !== 'none') {
    if (compression === 'rle24') return paint(header, unrollRuns(source, header, 24), 24);
    return fromPalette(header, unrollRuns(source, header, 8), readPalette(dib, header, pixelsAt), 8);
  }
  const stride = strideOf(header.width, bits);
  const needed = pixelBytes(header);
  if (source.length < needed) throw unreadable(`${source.length} bytes of pixels instead of ${needed}`);
  const rows = { bytes: source, stride, topDown: header.topDown };
  if (bits <= 8) return fromPalette(header, rows, readPalette(dib, header, pixelsAt), bits);
  return bits === 24 ? paint(header, rows, 24) : fromMasks(header, rows, masks);
}

/** Rows of pixels as they lie in memory. */
export interface Rows {
  readonly bytes: Buffer;
  readonly stride: number;
  readonly topDown: boolean;
}

/** Bytes from one row to the next: rows begin at multiples of four. */
export function strideOf(width: number, bits: number): number {
  return Math.ceil((width * bits) / 32) * 4;
}

/** How many bytes uncompressed pixels take at least: the padding of the last row is forgiven, nothing of the picture is in it. */
export function pixelBytes({ width, height, bits }: DibHeader): number {
  return strideOf(width, bits) * (height - 1) + Math.ceil((width * bits) / 8);
}

function withAlpha([red, green, blue]: DibHeader['masks']): DibHeader['masks'] {
  return [red, green, blue, 0xff000000];
}

/** The palette, as far as it is there: red, green and blue of each entry; missing ones are black. */
function readPalette(dib: Buffer, { colours, entry, paletteAt }: DibHeader, pixelsAt: number): Uint8Array {
  const palette = new Uint8Array(256 * 3);
  const end = Math.min(pixelsAt > paletteAt ? pixelsAt : dib.length, dib.length);
  const count = Math.min(colours, Math.floor(Math.max(end - paletteAt, 0) / entry));
  for (let i = 0; i < count; i++) {
    const at = paletteAt + i * entry;
    palette[i * 3] = dib[at + 2] ?? 0;
    palette[i * 3 + 1] = dib[at + 1] ?? 0;
    palette[i * 3 + 2] = dib[at] ?? 0;
  }
  return palette;
}

function fromPalette({ width, height }: DibHeader, rows: Rows, palette: Uint8Array, bits: number): Bitmap {
  const data = Buffer.allocUnsafe(width * height * 3);
  const perByte = 8 / bits;
  const mask = (1 << bits) - 1;
  let to = 0;
  for (let y = 0; y < height; y++) {
    const from = rowStart(rows, y, height);
    for (let x = 0; x < width; x++) {
      const byte = rows.bytes[from + Math.floor(x / perByte)] ?? 0;
      const index = ((byte >> (8 - bits - (x % perByte) * bits)) & mask) * 3;
      data[to++] = palette[index] ?? 0;
      data[to++] = palette[index + 1] ?? 0;
      data[to++] = palette[index + 2] ?? 0;
    }
  }
  return { width, height, channels: 3, data };
}

function paint({ width, height }: DibHeader, rows: Rows, _bits: 24): Bitmap {
  const data = Buffer.allocUnsafe(width * height * 3);
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = rowStart(rows, y, height);
    for (let x = 0; x < width; x++, from += 3) {
      data[to++] = rows.bytes[from + 2] ?? 0;
      data[to++] = rows.bytes[from + 1] ?? 0;
      data[to++] = rows.bytes[from] ?? 0;
    }
  }
  return { width, height, channels: 3, data };
}

function fromMasks({ width, height, bits }: DibHeader, rows: Rows, masks: DibHeader['masks']): Bitmap {
  const channels = masks[3] === 0 ? 3 : 4;
  const data = Buffer.allocUnsafe(width * height * channels);
  const [red, green, blue, alpha] = masks.map(channelOf) as [Channel, Channel, Channel, Channel];
  const step = bits / 8;
  let to = 0;
  let opaque = 0;
  for (let y = 0; y < height; y++) {
    let from = rowStart(rows, y, height);
    for (let x = 0; x < width; x++, from += step) {
      const value = step === 2 ? rows.bytes.readUInt16LE(from) : rows.bytes.readUInt32LE(from);
      data[to++] = scale(value, red);
      data[to++] = scale(value, green);
      data[to++] = scale(value, blue);
      if (channels === 4) opaque |= data[to++] = scale(value, alpha);
    }
  }
  // Programs that know nothing of alpha leave it zero everywhere: such a picture is opaque, not invisible.
  if (channels === 4 && opaque === 0) return withoutAlpha({ width, height, channels, data });
  return { width, height, channels, data };
}

/** The same picture with the alpha channel dropped. */
function withoutAlpha({ width, height, data }: Bitmap): Bitmap {
  const plain = Buffer.allocUnsafe(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4, to += 3) data.copy(plain, to, from, from + 3);
  return { width, height, channels: 3, data: plain };
}

interface Channel {
  readonly mask: number;
  readonly shift: number;
  readonly factor: number;
}

function channelOf(mask: number): Channel {
  const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
  const max = mask >>> shift;
  return { mask, shift, factor: max === 0 ? 0 : 255 / max };
}

function scale(value: number, { mask, shift, factor }: Channel): number {
  return Math.round(((value & mask) >>> shift) * factor);
}

function rowStart({ stride, topDown }: Rows, y: number, height: number): number {
  return (topDown ? y : height - 1 - y) * stride;
}
