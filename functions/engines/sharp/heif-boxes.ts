import { type FileHandle, open } from 'node:fs/promises';
import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { ANIMATED_TARGETS } from './animated-targets.ts';

/** More boxes than this at the top level are not walked. */
const MOST_BOXES = 1000;

/**
 * Refuses to make an animation of a moving AVIF or HEIC: only its still picture can be read here, and that would be
 * less than was asked for.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export async function checkStill(path: string, target: FormatName): Promise<void> {
  if (![...ANIMATED_TARGETS, 'avif'].includes(target) || !(await hasTrack(path))) return;
  throw new ConversionError(
    'UNSUPPORTED_CONVERSION',
    `The picture is animated, and its animation cannot be converted to ${target}. It can be converted to: apng, mp4, mov, mkv, webm. Its first picture can be converted to: jpg, png, tiff, bmp, ico.`,
  );
}

/** Whether a file has a film (`moov`) beside or instead of pictures (ISO/IEC 14496-12). */
export async function hasTrack(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    return (await findBox(file, 'moov')) !== undefined;
  } finally {
    await file.close();
  }
}

/** Where the content of a box lies in its file, which may say more than there is. */
export interface BoxPlace {
  readonly from: number;
  readonly end: number;
}

/** Finds the first box of a type at the top level of a file. */
export async function findBox(file: FileHandle, type: string): Promise<BoxPlace | undefined> {
  const { size: fileSize } = await file.stat();
  const head = Buffer.alloc(16);
  let at = 0;
  for (let box = 0; box < MOST_BOXES && at < fileSize; box++) {
    const { bytesRead } = await file.read(head, 0, 16, at);
    if (bytesRead < 8) return undefined;
    const size = head.readUInt32BE(0);
    const length = size === 1 ? Number(head.readBigUInt64BE(8)) : size;
    // The last box may say nothing of its length.
    if (head.toString('latin1', 4, 8) === type)
      return { from: at + (size === 1 ? 16 : 8), end: size === 0 ? fileSize : at + length };
    if (length < 8) return undefined;
    at += length;
  }
  return undefined;
}
