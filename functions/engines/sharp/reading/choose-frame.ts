import { invalidOption } from '../../../conversion/options.ts';
import type { Picture } from '../picture.ts';

/**
 * The index of the requested frame, from 0.
 * @throws ConversionError INVALID_OPTION when the animation has no such frame
 */
export function frameIndex(frame: number, count: number): number {
  if (frame <= count) return frame - 1;
  throw invalidOption(`The option "frame" must be from 1 to ${count}, the number of frames in the file, not ${frame}.`);
}

/** Removes what makes a frame of an animation more than a still picture. */
export function asStill(picture: Picture): Picture {
  const { delay: _, loop: __, pages: ___, pageHeight: ____, ...metadata } = picture.metadata;
  return { ...picture, metadata };
}
