import sharp from 'sharp';
import { LIMITS } from '../limits.ts';
import { animationOf, type Picture, watched } from '../picture.ts';
import type { Colour } from '../picture-options.ts';
import { applyColour } from './appearance.ts';
import { applyGeometry } from './apply-geometry.ts';
import type { Geometry } from './geometry.ts';

/** Transforms each frame of an animation by itself: libvips would blend the edges of neighbouring frames. */
export async function transformFrames(picture: Picture, plan: Geometry, colour: Colour): Promise<Picture> {
  const { width, height, metadata } = picture;
  const image = applyColour(picture.open(), metadata, { highDepth: false, toSrgb: true });
  if (colour.alpha < 1 && plan.border) image.ensureAlpha();
  const { data, info } = await watched(image, (watching) =>
    watching.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  const channels = info.channels === 4 ? 4 : 3;
  const [before, after] = [width * height * channels, plan.result.width * plan.result.height * channels];
  const frames = Buffer.alloc(after * picture.frames);
  for (let index = 0; index < picture.frames; index++) {
    const pixels = data.subarray(index * before, (index + 1) * before);
    const frame = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: LIMITS.pixels });
    const made = await applyGeometry(frame, plan, colour).raw({ depth: 'uchar' }).toBuffer();
    if (made.length !== after) throw new Error(`wrote ${made.length} bytes of a frame instead of ${after}`);
    made.copy(frames, index * after);
  }
  return animationOf(frames, { ...plan.result, channels }, metadata);
}
