import type { FormatName } from '../../../conversion/formats.ts';
import { findBox } from '../../read/boxes.ts';
import { ByteReader } from '../../read/byte-reader.ts';
import { inspect } from '../../read/inspect.ts';
import { unsupported } from '../../refusals.ts';
import { ANIMATED_TARGETS } from '../limits.ts';
import { unreadable } from '../unreadable.ts';

/** The most bytes that are read of a box: the sample tables, which may be large, come last in each track. */
const MOST_READ = 16 * 1024 * 1024;
/** Bytes of version and flags in front of the boxes in `meta`. */
export const VERSION = 4;
const ANIMATION_FORMATS = 'apng, mp4, mov, mkv, webm';

/**
 * Refuses to convert an animated AVIF or HEIC to another animation, and one without a still picture to a picture: libheif
 * reads only the still picture.
 * @throws ConversionError UNSUPPORTED_CONVERSION
 */
export function checkStill(path: string, target: FormatName): void {
  if (!hasTrack(path)) return;
  const still = hasStill(path);
  if (still && ![...ANIMATED_TARGETS, 'avif'].includes(target)) return;
  throw unsupported(
    still
      ? `The picture is animated, and its animation cannot be converted to ${target}. It can be converted to: ${ANIMATION_FORMATS}. Its first picture can be converted to: jpg, png, tiff, bmp, ico.`
      : `The picture is an animation without a still picture, which cannot be converted to ${target}. It can be converted to: ${ANIMATION_FORMATS}.`,
  );
}

/** Whether a file has tracks (`moov`), beside its pictures or instead of them (ISO/IEC 14496-12). */
export function hasTrack(path: string): boolean {
  return inspect(path, (read, size) => findBox(new ByteReader(read, size, unreadable), 'moov')) !== undefined;
}

/** Whether a file has a primary picture (ISO/IEC 23008-12, 7). */
function hasStill(path: string): boolean {
  const pictures = readBox(path, 'meta');
  return childOf(pictures?.subarray(VERSION), 'pitm') !== undefined;
}

/** The content of the first top-level box of a type, up to a limit. */
export function readBox(path: string, type: string): Buffer | undefined {
  return inspect(path, (read, size) => {
    const box = findBox(new ByteReader(read, size, unreadable), type);
    return box && read(box.from, Math.min(MOST_READ, box.end - box.from));
  });
}

/** The content of the first child box of a type. */
export function childOf(parent: Buffer | undefined, type: string): Buffer | undefined {
  const box = parent && findBox(ByteReader.of(parent, unreadable), type);
  return box && parent.subarray(box.from, box.end);
}
