import { open } from 'node:fs/promises';
import { applyColour } from './appearance.ts';
import type { Picture } from './picture.ts';

const FILE_HEADER = 14;
const INFO_HEADER = 40;
/** 72 pixels to the inch, in pixels to the metre. */
const RESOLUTION = 2835;

/** Writes a picture as a BMP of 24 bits a pixel, bottom row first, which every program reads. */
export async function writeBmp(picture: Picture, path: string): Promise<void> {
  const { data, info } = await applyColour(picture.open(), picture.metadata, { deep: false, grey: false })
    .flatten({ background: '#fff' })
    .removeAlpha()
    .flip()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels instead of 3`);
  const rows = toRows(data, info.width * 3, info.height);
  const file = await open(path, 'w');
  try {
    await file.writev([header(info.width, info.height, rows.length), rows]);
  } finally {
    await file.close();
  }
}

/** Rows of a BMP begin at multiples of four bytes, and blue comes first in its pixels. */
function toRows(data: Buffer, length: number, height: number): Buffer {
  const stride = Math.ceil(length / 4) * 4;
  const rows = stride === length ? data : Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let from = y * length, to = y * stride; from < (y + 1) * length; from += 3, to += 3) {
      const red = data[from] ?? 0;
      rows[to] = data[from + 2] ?? 0;
      rows[to + 1] = data[from + 1] ?? 0;
      rows[to + 2] = red;
    }
  }
  return rows;
}

function header(width: number, height: number, size: number): Buffer {
  const bytes = Buffer.alloc(FILE_HEADER + INFO_HEADER);
  bytes.write('BM', 'latin1');
  bytes.writeUInt32LE(bytes.length + size, 2);
  bytes.writeUInt32LE(bytes.length, 10);
  bytes.writeUInt32LE(INFO_HEADER, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  bytes.writeUInt32LE(size, 34);
  bytes.writeInt32LE(RESOLUTION, 38);
  bytes.writeInt32LE(RESOLUTION, 42);
  return bytes;
}
