import { writeFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import type { Size } from '../transforming/geometry.ts';
import { USUAL_DENSITY } from './encodings.ts';

/** The lengths of the file header and of the bitmap's header. */
const [FILE_HEADER, INFO_HEADER] = [14, 40];
const PIXELS = FILE_HEADER + INFO_HEADER;
/** The inches of a metre. */
const INCHES = 1000 / 25.4;

/** Writes a bottom-up BMP of 24 bits a pixel, which every program reads. */
export async function writeBmp(image: Sharp, dpi: number | undefined, path: string): Promise<void> {
  const { data, info } = await image.removeAlpha().raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (info.channels !== 3) throw new Error(`${info.channels} channels instead of 3`);
  const { width, height } = info;
  const length = width * 3;
  // Rows are padded to multiples of four bytes.
  const stride = Math.ceil(length / 4) * 4;
  const file = Buffer.alloc(PIXELS + stride * height);
  writeHeader(file, { width, height }, dpi);
  for (let y = 0; y < height; y++) {
    for (let from = y * length, to = PIXELS + (height - 1 - y) * stride; from < (y + 1) * length; from += 3, to += 3) {
      file[to] = data[from + 2] ?? 0;
      file[to + 1] = data[from + 1] ?? 0;
      file[to + 2] = data[from] ?? 0;
    }
  }
  await writeFile(path, file);
}

function writeHeader(file: Buffer, { width, height }: Size, dpi = USUAL_DENSITY): void {
  file.write('BM', 'latin1');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(PIXELS, 10);
  file.writeUInt32LE(INFO_HEADER, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  file.writeUInt32LE(file.length - PIXELS, 34);
  file.writeInt32LE(Math.round(dpi * INCHES), 38);
  file.writeInt32LE(Math.round(dpi * INCHES), 42);
}
