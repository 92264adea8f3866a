import { readFile } from 'node:fs/promises';
import { isSensorData } from '../../detection/detect-raw.ts';
import { type TiffDirectory, TiffFile } from '../../detection/tiff-file.ts';
import type { EngineJob } from '../engine.ts';
import { checkSize } from '../sharp/limits.ts';
import { unreadable } from './develop.ts';

const COMPRESSION = 259;
const LOSSLESS_JPEG = 7;
const JPEG_START = 0xffd8;

/** The tags of the offsets and lengths of strips and of tiles. */
const BLOCKS = [
  [273, 279],
  [324, 325],
] as const;
const MOST_BLOCKS = 65_536;

const WIDTH = 256;
const HEIGHT = 257;

/** Panasonic's tags: the offset of the samples, the size of the sensor, and how samples are packed in blocks of 16 bytes. */
const PANASONIC = { start: 280, width: 2, height: 3, bits: 10, encoding: 45 } as const;
const BLOCK = 16;
/** Samples per block, of 12 bits and of more, by encoding. */
const USUAL = [14, 14] as const;
const IN_BLOCK: Readonly<Record<number, readonly [number, number]>> = { 5: [10, 9], 6: [14, 11], 7: [10, 9] };
/** Encodings from here on have a variable length. */
const COMPRESSED = 8;

/**
 * Refuses a file that is truncated, or whose picture is too large. LibRaw leaves the missing part of some formats black.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function checkComplete({ sourcePath, sourceFormat }: EngineJob): Promise<void> {
  const bytes = await readFile(sourcePath);
  const tiff = TiffFile.open(bytes);
  if (!tiff) return;
  const directories = tiff.directories();
  if (sourceFormat === 'rw2') return checkPanasonic(directories[0], bytes.length);
  for (const directory of directories.filter(isSensorData)) {
    const [width = 0, height = 0] = [directory.number(WIDTH), directory.number(HEIGHT)];
    checkSize({ width, height, frames: 1 });
    checkBlocks(directory, tiff, bytes.length);
  }
}

function checkBlocks(directory: TiffDirectory, tiff: TiffFile, size: number): void {
  const lossless = directory.number(COMPRESSION) === LOSSLESS_JPEG;
  for (const [offsets, lengths] of BLOCKS) {
    const counts = directory.numbers(lengths, MOST_BLOCKS);
    for (const [index, at] of directory.numbers(offsets, MOST_BLOCKS).entries()) {
      if (at + (counts[index] ?? 0) > size) throw unreadable(`a block ends at ${at + (counts[index] ?? 0)} of ${size}`);
      if (lossless && tiff.byte(at) * 256 + tiff.byte(at + 1) !== JPEG_START) throw unreadable('a block is no JPEG');
    }
  }
}

/** Panasonic's files state no length, which follows from the size of the sensor. */
function checkPanasonic(directory: TiffDirectory | undefined, size: number): void {
  const value = (tag: number) => directory?.number(tag) ?? 0;
  const [width, height] = [value(PANASONIC.width), value(PANASONIC.height)];
  checkSize({ width, height, frames: 1 });
  if (value(PANASONIC.encoding) >= COMPRESSED) return;
  const perBlock = (IN_BLOCK[value(PANASONIC.encoding)] ?? USUAL)[value(PANASONIC.bits) > 12 ? 1 : 0];
  const end = value(PANASONIC.start) + Math.floor((width * height) / perBlock) * BLOCK;
  if (end > size) throw unreadable(`the samples end behind ${end} of ${size}`);
}
