import { readFile } from 'node:fs/promises';
import { ANIMATED_TARGETS, checkFrames, checkSize } from '../limits.ts';
import { animationOf, type Picture, type Reader, sharpPicture } from '../picture.ts';
import { unreadable } from '../unreadable.ts';
import { asStill, frameIndex } from './choose-frame.ts';
import { countFrames, lengthenDelays } from './gif-frames.ts';
import { declareTransparency } from './gif-transparency.ts';

/**
 * Reads a GIF. Its frames are counted first: of a truncated file the decoder would silently make a shorter animation.
 */
export const readGif: Reader = async ({ path, target, options: { frame } }) => [
  async () => {
    const file = lengthenDelays(declareTransparency(await readFile(path)));
    const frames = countFrames(file);
    if (frames === 0) throw unreadable('a GIF without frames');
    if (frame !== undefined) {
      const picture = await sharpPicture(file, { page: frameIndex(frame, frames) });
      return asStill(await onScreen(picture, file));
    }
    const animated = ANIMATED_TARGETS.includes(target);
    checkFrames(animated ? frames : 1);
    const picture = await sharpPicture(file, { animated });
    if (animated && picture.frames !== frames) throw unreadable(`${picture.frames} of ${frames} frames`);
    return onScreen(picture, file);
  },
];

/**
 * Gives a picture the logical screen of its GIF. The decoder takes some for mistakes (640 x 480, 800 x 600 ..., all above 2048),
 * and makes the picture only as large as its frames.
 * @throws ConversionError TOO_COMPLEX
 */
async function onScreen(picture: Picture, file: Buffer): Promise<Picture> {
  const width = Math.max(picture.width, file.readUInt16LE(6));
  const height = Math.max(picture.height, file.readUInt16LE(8));
  const [right, bottom] = [width - picture.width, height - picture.height];
  if (right === 0 && bottom === 0) return picture;
  checkSize({ width, height, frames: picture.frames });
  const frames = picture
    .open()
    .ensureAlpha()
    .extend({ right, bottom, background: { r: 0, g: 0, b: 0, alpha: 0 } });
  return animationOf(await frames.raw().toBuffer(), { width, height, channels: 4 }, picture.metadata);
}
