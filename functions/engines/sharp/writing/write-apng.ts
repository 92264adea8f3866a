import { type FileHandle, open } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { type Picture, watched } from '../picture.ts';
import { chunk, contentsOf, SIGNATURE } from '../png-container.ts';
import type { Region } from '../transforming/geometry.ts';
import { ENCODINGS, USUAL_DELAY } from './encodings.ts';

const CHANNELS = 4;
/** The denominators of a delay: milliseconds, or hundredths of a second for long ones. */
const UNITS = [1000, 100] as const;
const LONGEST = 65_535;

/**
 * Writes a picture as an animated PNG. Of each frame it stores the region that differs from the one before.
 * @param image the picture, opened
 */
export async function writeApng(image: Sharp, picture: Picture, path: string): Promise<void> {
  const { width, height, frames, metadata } = picture;
  const pixels = await watched(image, (watching) => watching.ensureAlpha().raw({ depth: 'uchar' }).toBuffer());
  const length = width * height * CHANNELS;
  if (pixels.length !== length * frames) throw new Error(`wrote ${pixels.length} bytes instead of ${length * frames}`);
  const { delay = [], loop = 0 } = metadata;
  const file = await open(path, 'w');
  try {
    for (let index = 0; index < frames; index++) {
      const frame = pixels.subarray(index * length, (index + 1) * length);
      const before = index > 0 ? pixels.subarray((index - 1) * length, index * length) : undefined;
      const region = before ? difference(before, frame, width) : { left: 0, top: 0, width, height };
      const png = await encode(frame, region, picture);
      if (index === 0) {
        const header = chunk('IHDR', ...contentsOf(png, 'IHDR'));
        await write(file, SIGNATURE, ...header, ...chunk('acTL', numbers(frames, loop)));
      }
      await write(
        file,
        ...control(index, region, delay[index] || USUAL_DELAY),
        ...data(index, contentsOf(png, 'IDAT')),
      );
    }
    await write(file, ...chunk('IEND'));
  } finally {
    await file.close();
  }
}

/** The smallest region with all differences; one pixel where there are none. */
function difference(before: Buffer, frame: Buffer, width: number): Region {
  const stride = width * CHANNELS;
  const isSame = (y: number, from = 0, to = stride) =>
    frame.compare(before, y * stride + from, y * stride + to, y * stride + from, y * stride + to) === 0;
  const height = frame.length / stride;
  let top = 0;
  while (top < height && isSame(top)) top++;
  if (top === height) return { left: 0, top: 0, width: 1, height: 1 };
  let bottom = height - 1;
  while (isSame(bottom)) bottom--;
  let left = width;
  let right = 0;
  for (let y = top; y <= bottom; y++) {
    if (isSame(y)) continue;
    for (let x = 0; x < left; x++) if (!isSame(y, x * CHANNELS, (x + 1) * CHANNELS)) left = x;
    for (let x = width - 1; x > right; x--) if (!isSame(y, x * CHANNELS, (x + 1) * CHANNELS)) right = x;
  }
  return { left, top, width: Math.max(right, left) - left + 1, height: bottom - top + 1 };
}

function encode(frame: Buffer, region: Region, { width, height, frames, metadata }: Picture): Promise<Buffer> {
  const part = sharp(frame, { limitInputPixels: false, raw: { width, height, channels: CHANNELS } }).extract(region);
  return ENCODINGS.png(part, { pixels: width * height * frames, metadata }, 'medium').toBuffer();
}

/** The fcTL chunk of a frame. fcTL and fdAT share sequence numbers; the first frame is in IDAT. */
function control(index: number, { left, top, width, height }: Region, delay: number): Buffer[] {
  const unit = delay > LONGEST ? UNITS[1] : UNITS[0];
  // The last two zeros are dispose_op NONE and blend_op SOURCE.
  const rest = Buffer.alloc(6);
  rest.writeUInt16BE(Math.min(LONGEST, Math.round((delay * unit) / 1000)));
  rest.writeUInt16BE(unit, 2);
  return chunk('fcTL', numbers(Math.max(0, 2 * index - 1), width, height, left, top), rest);
}

function data(index: number, parts: readonly Buffer[]): Buffer[] {
  return index === 0 ? chunk('IDAT', ...parts) : chunk('fdAT', numbers(2 * index), ...parts);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, index * 4);
  });
  return bytes;
}

async function write(file: FileHandle, ...parts: readonly Buffer[]): Promise<void> {
  for (const part of parts) await file.writeFile(part);
}
