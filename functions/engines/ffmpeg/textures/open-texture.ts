import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { checkSource } from '../../sharp/limits.ts';
import { putExrRow, rowLength, writeExrHeader } from '../exr/half-exr.ts';
import type { MediaJob } from '../job.ts';
import { unreadable } from '../unreadable.ts';
import { BLOCK, decodeBlock, SIDE } from './bc6h-block.ts';
import { decodeBlock as decodeBc7 } from './bc7-block.ts';
import { type Masks, plainHeader } from './plain-dds.ts';

/** Where a DirectDraw Surface has these, and how long its header is with the one that tells kinds of today. */
const [HEIGHT, WIDTH, KIND, DXGI_KIND] = [12, 16, 84, 128];
const HEADER = 148;
/** Which bits are which colour, where red comes first, or blue; and blue without transparency. */
const [RED_FIRST, BLUE_FIRST, OPAQUE]: readonly Masks[] = [
  [0xff, 0xff00, 0xff0000, 0xff000000],
  [0xff0000, 0xff00, 0xff, 0xff000000],
  [0xff0000, 0xff00, 0xff, 0],
];
/** Of what DXGI counts: those of a byte for each colour; BC6H, the last with numbers below zero; BC7. */
const KINDS: Readonly<Record<number, Pick<Texture, 'kind' | 'masks'>>> = {
  ...kinds([27, 28, 29], { kind: 'plain', masks: RED_FIRST }),
  ...kinds([87, 90, 91], { kind: 'plain', masks: BLUE_FIRST }),
  ...kinds([88, 92, 93], { kind: 'plain', masks: OPAQUE }),
  ...kinds([94, 95], { kind: 'bc6h' }),
  ...kinds([96], { kind: 'bc6h signed' }),
  ...kinds([97, 98, 99], { kind: 'bc7', masks: RED_FIRST }),
};
const CHANNELS = 3;
const COLOURS = 4;
/** Rows of a plain texture that are copied at once. */
const ROWS = 16;
/** Of a texture, as Direct3D knows them. */
const LONGEST_SIDE = 16_384;

interface Texture {
  readonly width: number;
  readonly height: number;
  readonly kind: 'plain' | 'bc6h' | 'bc6h signed' | 'bc7';
  /** Where the colours of a pixel are, if it has four bytes. */
  readonly masks?: Masks | undefined;
}

function kinds(numbers: readonly number[], texture: Pick<Texture, 'kind' | 'masks'>) {
  return Object.fromEntries(numbers.map((number) => [number, texture]));
}

/**
 * The same job with another source where it is a texture that ffmpeg does not read, or not right: an OpenEXR file for BC6H,
 * which holds its light as it is too, and a plain texture for others. Of a texture of several pictures it is the first, as
 * it is of others.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function openTexture(job: MediaJob): Promise<MediaJob> {
  const file = await open(job.sourcePath);
  try {
    const texture = await textureIn(file);
    if (!texture) return job;
    checkSource({ ...texture, frames: 1 }, job.targetFormat);
    await checkWhole(file, texture);
    const isLight = texture.kind.startsWith('bc6h');
    const sourcePath = join(job.folder, isLight ? 'texture.exr' : 'texture.dds');
    await (isLight ? writeExr : writePlain)(texture, file, sourcePath);
    return { ...job, sourcePath, sourceFormat: isLight ? 'exr' : 'dds' };
  } finally {
    await file.close();
  }
}

/** What the header says, where it says that the texture is of a kind that is rewritten. */
async function textureIn(file: FileHandle): Promise<Texture | undefined> {
  const header = await readAt(file, 0, HEADER);
  if (header.length < HEADER || header.toString('latin1', KIND, KIND + 4) !== 'DX10') return undefined;
  const known = KINDS[header.readUInt32LE(DXGI_KIND)];
  return known && { width: header.readUInt32LE(WIDTH), height: header.readUInt32LE(HEIGHT), ...known };
}

async function checkWhole(file: FileHandle, { width, height, kind }: Texture): Promise<void> {
  if (Math.min(width, height) === 0 || Math.max(width, height) > LONGEST_SIDE)
    throw unreadable(`a texture of ${width} x ${height}`);
  const blocks = Math.ceil(width / SIDE) * Math.ceil(height / SIDE);
  const stated = HEADER + (kind === 'plain' ? width * height * COLOURS : blocks * BLOCK);
  const { size } = await file.stat();
  if (size < stated) throw unreadable(`${size} of ${stated} bytes`);
}

async function writeExr({ width, height, kind }: Texture, texture: FileHandle, path: string): Promise<void> {
  const wide = Math.ceil(width / SIDE);
  const pixels = Array.from({ length: wide }, () => new Uint16Array(SIDE * SIDE * CHANNELS));
  const file = await open(path, 'wx');
  try {
    await writeExrHeader(file, width, height);
    for (let top = 0; top < height; top += SIDE) {
      const blocks = await readAt(texture, HEADER + (top / SIDE) * wide * BLOCK, wide * BLOCK);
      for (const [index, block] of pixels.entries()) decodeBlock(blocks, index * BLOCK, kind === 'bc6h signed', block);
      await file.write(rowsOf(pixels, top, width, Math.min(SIDE, height - top)));
    }
  } finally {
    await file.close();
  }
}

async function writePlain({ width, height, kind, masks }: Texture, texture: FileHandle, path: string): Promise<void> {
  if (!masks) throw new Error(`no colours in ${kind}`);
  const file = await open(path, 'wx');
  try {
    await file.write(plainHeader(width, height, masks));
    const step = kind === 'plain' ? ROWS : SIDE;
    for (let top = 0; top < height; top += step) {
      const count = Math.min(step, height - top);
      await file.write(
        kind === 'plain'
          ? await readAt(texture, HEADER + top * width * COLOURS, count * width * COLOURS)
          : await readBc7Rows(texture, top, width, count),
      );
    }
  } finally {
    await file.close();
  }
}

async function readBc7Rows(texture: FileHandle, top: number, width: number, count: number): Promise<Buffer> {
  const wide = Math.ceil(width / SIDE);
  const blocks = await readAt(texture, HEADER + (top / SIDE) * wide * BLOCK, wide * BLOCK);
  const [rows, pixels] = [Buffer.alloc(width * COLOURS * count), new Uint8Array(SIDE * SIDE * COLOURS)];
  for (let index = 0; index < wide; index++) {
    decodeBc7(blocks, index * BLOCK, pixels);
    const length = Math.min(SIDE, width - index * SIDE) * COLOURS;
    for (let y = 0; y < count; y++)
      rows.set(pixels.subarray(y * SIDE * COLOURS, y * SIDE * COLOURS + length), (y * width + index * SIDE) * COLOURS);
  }
  return rows;
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
