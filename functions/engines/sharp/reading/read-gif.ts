import { readFile } from 'node:fs/promises';
import { ANIMATED_TARGETS } from '../animated-targets.ts';
import { checkFrames } from '../limits.ts';
import { type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { asStill, frameIndex } from './choose-frame.ts';
import { lengthenDelays } from './gif-delays.ts';
import { countFrames } from './gif-frames.ts';
import { declareTransparency } from './gif-transparency.ts';

/**
 * Reads a GIF. Its frames are counted first: of a truncated file the decoder would silently make a shorter animation.
 */
export const readGif: Reader = async ({ path, target, options: { frame } }) => [
  async () => {
    const file = lengthenDelays(declareTransparency(await readFile(path)));
    const frames = countFrames(file);
    if (frames === 0) throw unreadable('a GIF without frames');
    if (frame !== undefined) return asStill(await sharpPicture(file, { page: frameIndex(frame, frames) }));
    const animated = ANIMATED_TARGETS.includes(target);
    checkFrames(animated ? frames : 1);
    const picture = await sharpPicture(file, { animated });
    if (animated && picture.frames !== frames) throw unreadable(`${picture.frames} of ${frames} frames`);
    return picture;
  },
];
