import { open } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { Size } from '../transforming/geometry.ts';
import { USUAL_DENSITY } from './encodings.ts';

const FILE_HEADER = 14;
const INFO_HEADER = 40;
/** The inches of a metre. */
const INCHES = 1000 / 25.4;

/** Writes a bottom-up BMP of 24 bits a pixel, which every program reads. */
export async function writeBmp(image: Sharp, dpi: number | undefined, path: string): Promise<void> {
  const { data, info } = await image.removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels instead of 3`);
  const rows = toRows(data, info.width * 3, info.height);
  const file = await open(path, 'w');
  try {
    await file.writev([header(info, rows.length, dpi), rows]);
  } finally {
    await file.close();
  }
}

/** Reorders pixels to BGR and rows to bottom-up, padded to multiples of four bytes. */
function toRows(data: Buffer, length: number, height: number): Buffer {
  const stride = Math.ceil(length / 4) * 4;
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    for (let from = y * length, to = (height - 1 - y) * stride; from < (y + 1) * length; from += 3, to += 3) {
      rows[to] = data[from + 2] ?? 0;
      rows[to + 1] = data[from + 1] ?? 0;
      rows[to + 2] = data[from] ?? 0;
    }
  }
  return rows;
}

function header({ width, height }: Size, size: number, dpi = USUAL_DENSITY): Buffer {
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
  bytes.writeInt32LE(Math.round(dpi * INCHES), 38);
  bytes.writeInt32LE(Math.round(dpi * INCHES), 42);
  return bytes;
}
