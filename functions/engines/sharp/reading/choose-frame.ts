import { invalidOption } from '../../../conversion/options.ts';
import type { Picture } from '../picture.ts';

/**
 * The place of the frame that is asked for, counted from 0.
 * @throws ConversionError INVALID_OPTION when the animation has no such frame
 */
export function frameIndex(frame: number, count: number): number {
  if (frame <= count) return frame - 1;
  throw invalidOption(
    `The option "frame" must be from 1 to ${count}: the file has so many frames, and no frame ${frame}.`,
  );
}

/** A frame of an animation as the still picture that it is. */
export function asStill(picture: Picture): Picture {
  const { delay: _, loop: __, pages: ___, pageHeight: ____, ...metadata } = picture.metadata;
  return { ...picture, metadata };
}
