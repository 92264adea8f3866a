import { readFile } from 'node:fs/promises';
import { type Bitmap, type DibHeader, readDibHeader } from './dib.ts';
import { decodeDib, strideOf } from './dib-pixels.ts';
import { checkSource } from './limits.ts';
import { type Reader, sharpPicture } from './picture.ts';
import { pixelPicture } from './pixel-picture.ts';
import { unreadable } from './unreadable.ts';

const DIRECTORY_HEADER = 6;
const DIRECTORY_ENTRY = 16;
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

interface Entry {
  readonly content: Buffer;
  /** The header of a bitmap; a PNG has none of this kind. */
  readonly dib?: DibHeader;
  readonly width: number;
  readonly height: number;
  readonly bits: number;
}

/** Reads an icon or cursor: the largest of its pictures, and of several that large the one with most colours. */
export const readIco: Reader = async ({ path, target }) => [
  async () => {
    const [best] = readDirectory(await readFile(path)).sort(
      (a, b) => b.width * b.height - a.width * a.height || b.bits - a.bits,
    );
    if (!best) throw unreadable('an icon without pictures');
    checkSource({ ...best, frames: 1 }, target);
    return best.dib ? pixelPicture(decodeIcon(best.content, best.dib)) : sharpPicture(best.content);
  },
];

function readDirectory(file: Buffer): Entry[] {
  if (file.length < DIRECTORY_HEADER) throw unreadable('no directory');
  const count = file.readUInt16LE(4);
  if (file.length < DIRECTORY_HEADER + count * DIRECTORY_ENTRY) throw unreadable('the directory is cut off');
  return Array.from({ length: count }, (_, index) => {
    const at = DIRECTORY_HEADER + index * DIRECTORY_ENTRY;
    const size = file.readUInt32LE(at + 8);
    const offset = file.readUInt32LE(at + 12);
    if (offset + size > file.length) throw unreadable('a picture lies beyond the end of the file');
    return readEntry(file.subarray(offset, offset + size));
  });
}

/** The size is taken from the picture itself: directories are often wrong, and cannot say more than 256. */
function readEntry(content: Buffer): Entry {
  if (content.subarray(0, 8).equals(PNG)) {
    if (content.length < 33) throw unreadable('a picture without a header');
    return { content, width: content.readUInt32BE(16), height: content.readUInt32BE(20), bits: 32 };
  }
  const header = readDibHeader(content);
  // The height counts the picture and its mask.
  const dib = { ...header, height: Math.floor(header.height / 2) };
  if (dib.height === 0) throw unreadable('a picture without height');
  return { content, dib, width: dib.width, height: dib.height, bits: dib.bits };
}

function decodeIcon(content: Buffer, header: DibHeader): Bitmap {
  const pixelsAt = header.paletteAt + header.colours * header.entry;
  const bitmap = decodeDib(content, header, pixelsAt, { always: true });
  if (bitmap.channels === 4) return bitmap;
  return applyMask(bitmap, content.subarray(pixelsAt + strideOf(header.width, header.bits) * header.height), header);
}

/** The mask below the picture says which pixels are transparent. */
function applyMask({ width, height, data }: Bitmap, mask: Buffer, { topDown, bits }: DibHeader): Bitmap {
  const stride = strideOf(width, 1);
  if (mask.length < stride * height) {
    if (bits < 32 || mask.length > 0) throw unreadable('the mask of the icon is cut off');
    return { width, height, channels: 3, data };
  }
  const masked = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y++) {
    const row = (topDown ? y : height - 1 - y) * stride;
    for (let x = 0; x < width; x++) {
      const from = y * width + x;
      masked[from * 4] = data[from * 3] ?? 0;
      masked[from * 4 + 1] = data[from * 3 + 1] ?? 0;
      masked[from * 4 + 2] = data[from * 3 + 2] ?? 0;
      const hidden = ((mask[row + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      masked[from * 4 + 3] = hidden ? 0 : 255;
    }
  }
  return { width, height, channels: 4, data: masked };
}
