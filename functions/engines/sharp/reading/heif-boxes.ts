import type { FormatName } from '../../../conversion/formats.ts';
import { findBox } from '../../read/boxes.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { inspect } from '../../read/inspect.ts';
import { unsupported } from '../../refusals.ts';
import { ANIMATED_TARGETS } from '../animated-targets.ts';
import { unreadable } from '../unreadable.ts';

/** More bytes than this of what a file says of its animation are not read: its tables of frames come last in each track. */
const MOST_READ = 16 * 1024 * 1024;
/** Bytes of version and flags before the boxes in `meta`. */
const VERSION = 4;
const FILMS = 'apng, mp4, mov, mkv, webm';

/**
 * Refuses to make an animation of a moving AVIF or HEIC, and a picture of one that has no still: only its still picture
 * can be read here, and that would be less than was asked for.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function checkStill(path: string, target: FormatName): void {
  if (!hasTrack(path)) return;
  const still = hasStill(path);
  if (still && ![...ANIMATED_TARGETS, 'avif'].includes(target)) return;
  throw unsupported(
    still
      ? `The picture is animated, and its animation cannot be converted to ${target}. It can be converted to: ${FILMS}. Its first picture can be converted to: jpg, png, tiff, bmp, ico.`
      : `The picture is an animation without a still picture, which cannot be converted to ${target}. It can be converted to: ${FILMS}.`,
  );
}

/** Whether a file has an animation (`moov`) beside or instead of pictures (ISO/IEC 14496-12). */
export function hasTrack(path: string): boolean {
  return inspect(path, (read, size) => findBox(new ByteReader(read, size, unreadable), 'moov')) !== undefined;
}

/** Whether a file says which of its pictures is the one to be shown (ISO/IEC 23008-12, 7). */
function hasStill(path: string): boolean {
  const pictures = readBox(path, 'meta');
  return childOf(pictures?.subarray(VERSION), 'pitm') !== undefined;
}

/** What is in the first box of a type at the top level of a file, as far as it is read. */
export function readBox(path: string, type: string): Buffer | undefined {
  return inspect(path, (read, size) => {
    const box = findBox(new ByteReader(read, size, unreadable), type);
    return box && read(box.from, Math.min(MOST_READ, box.end - box.from));
  });
}

/** What is in the first box of a type that lies in another. */
export function childOf(parent: Buffer | undefined, type: string): Buffer | undefined {
  const box = parent && findBox(ByteReader.of(parent, unreadable), type);
  return box && parent.subarray(box.from, box.end);
}
