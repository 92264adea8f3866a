import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSource } from '../../sharp/limits.ts';
import { putExrRow, rowLength, writeExrHeader } from '../exr/half-exr.ts';
import type { MediaJob } from '../job.ts';
import { unreadable } from '../unreadable.ts';
import { BLOCK, decodeBlock, SIDE } from './bc6h-block.ts';

/** Where a DirectDraw Surface has these, and how long its header is with the one that tells kinds of today. */
const [HEIGHT, WIDTH, KIND, DXGI_KIND] = [12, 16, 84, 128];
const HEADER = 148;
/** The kinds of BC6H among those that DXGI counts: with numbers that are never below zero, or may be. */
const [UNSAID, UNSIGNED, SIGNED] = [94, 95, 96];
const CHANNELS = 3;
/** Of a texture, as Direct3D knows them. */
const LONGEST_SIDE = 16_384;

interface Texture {
  readonly width: number;
  readonly height: number;
  readonly signed: boolean;
}

/**
 * The same job with an OpenEXR file for its source where it is a texture in BC6H, which ffmpeg does not read: that holds
 * its light as it is too. Of a texture of several pictures it is the first, as it is of others.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function openTexture(job: MediaJob): Promise<MediaJob> {
  const file = await open(job.sourcePath);
  try {
    const texture = await textureIn(file);
    if (!texture) return job;
    checkSource({ ...texture, frames: 1 }, job.targetFormat);
    await checkWhole(file, texture);
    const sourcePath = join(job.folder, 'texture.exr');
    await writeExr(texture, file, sourcePath);
    return { ...job, sourcePath, sourceFormat: 'exr' };
  } finally {
    await file.close();
  }
}

/** What the header says, where it says that the texture is in BC6H. */
async function textureIn(file: FileHandle): Promise<Texture | undefined> {
  const header = await readAt(file, 0, HEADER);
  if (header.length < HEADER || header.toString('latin1', KIND, KIND + 4) !== 'DX10') return undefined;
  const kind = header.readUInt32LE(DXGI_KIND);
  if (![UNSAID, UNSIGNED, SIGNED].includes(kind)) return undefined;
  return { width: header.readUInt32LE(WIDTH), height: header.readUInt32LE(HEIGHT), signed: kind === SIGNED };
}

async function checkWhole(file: FileHandle, { width, height }: Texture): Promise<void> {
  if (Math.min(width, height) === 0 || Math.max(width, height) > LONGEST_SIDE)
    throw unreadable(`a texture of ${width} x ${height}`);
  const stated = HEADER + Math.ceil(width / SIDE) * Math.ceil(height / SIDE) * BLOCK;
  const { size } = await file.stat();
  if (size < stated) throw unreadable(`${size} of ${stated} bytes`);
}

async function writeExr({ width, height, signed }: Texture, texture: FileHandle, path: string): Promise<void> {
  const wide = Math.ceil(width / SIDE);
  const pixels = Array.from({ length: wide }, () => new Uint16Array(SIDE * SIDE * CHANNELS));
  const file = await open(path, 'wx');
  try {
    await writeExrHeader(file, width, height);
    for (let top = 0; top < height; top += SIDE) {
      const blocks = await readAt(texture, HEADER + (top / SIDE) * wide * BLOCK, wide * BLOCK);
      for (const [index, block] of pixels.entries()) decodeBlock(blocks, index * BLOCK, signed, block);
      await file.write(rowsOf(pixels, top, width, Math.min(SIDE, height - top)));
    }
  } finally {
    await file.close();
  }
}

/** The rows of a line of blocks as they stand in the file. */
function rowsOf(blocks: readonly Uint16Array[], top: number, width: number, count: number): Buffer {
  const length = rowLength(width);
  const rows = Buffer.alloc(length * count);
  for (let y = 0; y < count; y++) {
    const pixel = (x: number, channel: number) =>
      blocks[x >> 2]?.[(y * SIDE + (x & (SIDE - 1))) * CHANNELS + channel] ?? 0;
    putExrRow(rows.subarray(y * length, (y + 1) * length), top + y, width, pixel);
  }
  return rows;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
