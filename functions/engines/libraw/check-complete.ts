import { readFile } from 'node:fs/promises';
import type { FormatName } from '../../conversion/formats.ts';
import { isOfSensor } from '../../detection/detect-raw.ts';
import { type TiffDirectory, TiffFile } from '../../detection/tiff-file.ts';
import type { EngineJob } from '../engine.ts';
import { checkSource } from '../sharp/limits.ts';
import { unreadable } from './unreadable.ts';

const COMPRESSION = 259;
const LOSSLESS_JPEG = 7;
const JPEG_START = 0xffd8;

/** The tags of where blocks of pixels lie, and of their lengths: strips, and tiles. */
const BLOCKS = [
  [273, 279],
  [324, 325],
] as const;
const MOST_BLOCKS = 65_536;

const WIDTH = 256;
const HEIGHT = 257;

/** Of Panasonic's files: where the samples begin, the sides of the sensor, and how samples lie in blocks of 16 bytes. */
const PANASONIC = { start: 280, width: 2, height: 3, bits: 10, encoding: 45 } as const;
const BLOCK = 16;
/** Samples of a block, of 12 bits and of more, where they are not these. */
const USUAL = [14, 14] as const;
const IN_BLOCK: Readonly<Record<number, readonly [number, number]>> = { 5: [10, 9], 6: [14, 11], 7: [10, 9] };
/** The encodings from here on are of any length. */
const COMPRESSED = 8;

/**
 * Refuses a file that breaks off, or says that it is too large. The library makes do with what is there of some kinds
 * of them, and leaves the rest of the picture black.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function checkComplete({ sourcePath, sourceFormat, targetFormat: target }: EngineJob): Promise<void> {
  const bytes = await readFile(sourcePath);
  const tiff = TiffFile.open(bytes);
  if (!tiff) return;
  const directories = tiff.directories();
  if (sourceFormat === 'rw2') return checkPanasonic(directories[0], bytes.length, target);
  for (const directory of directories.filter(isOfSensor)) {
    const [width = 0, height = 0] = [directory.number(WIDTH), directory.number(HEIGHT)];
    checkSource({ width, height, frames: 1 }, target);
    checkBlocks(directory, tiff, bytes.length);
  }
}

function checkBlocks(directory: TiffDirectory, tiff: TiffFile, size: number): void {
  const lossless = directory.number(COMPRESSION) === LOSSLESS_JPEG;
  for (const [places, lengths] of BLOCKS) {
    const counts = directory.numbers(lengths, MOST_BLOCKS);
    for (const [index, at] of directory.numbers(places, MOST_BLOCKS).entries()) {
      if (at + (counts[index] ?? 0) > size) throw unreadable(`a block ends at ${at + (counts[index] ?? 0)} of ${size}`);
      if (lossless && tiff.byte(at) * 256 + tiff.byte(at + 1) !== JPEG_START) throw unreadable('a block is no JPEG');
    }
  }
}

/** There, no length is told. */
function checkPanasonic(directory: TiffDirectory | undefined, size: number, target: FormatName): void {
  const value = (tag: number) => directory?.number(tag) ?? 0;
  const [width, height] = [value(PANASONIC.width), value(PANASONIC.height)];
  checkSource({ width, height, frames: 1 }, target);
  if (value(PANASONIC.encoding) >= COMPRESSED) return;
  const perBlock = (IN_BLOCK[value(PANASONIC.encoding)] ?? USUAL)[value(PANASONIC.bits) > 12 ? 1 : 0];
  const end = value(PANASONIC.start) + Math.floor((width * height) / perBlock) * BLOCK;
  if (end > size) throw unreadable(`the samples end behind ${end} of ${size}`);
}
