import { ConversionError } from '../../conversion/errors.ts';
import type { FormatName } from '../../conversion/formats.ts';
import { inspect } from '../office/inspect.ts';
import { findBox } from '../read/boxes.ts';
import { ByteReader } from '../read/byte-reader.ts';
import { ANIMATED_TARGETS } from './animated-targets.ts';
import { unreadable } from './unreadable.ts';

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
  return inspect(path, (read, size) => findBox(new ByteReader(read, size, unreadable), 'moov')) !== undefined;
}
