import sharp, { type Sharp } from 'sharp';
import { LIMITS } from '../limits.ts';
import { animationOf, type Picture, watched } from '../picture.ts';
import type { Colour } from '../picture-options.ts';
import { applyColour } from './appearance.ts';
import { applyGeometry } from './apply-geometry.ts';
import type { Geometry, Size } from './geometry.ts';

/** Transforms each frame of an animation by itself: libvips would blend the edges of neighbouring frames. */
export async function transformFrames(picture: Picture, plan: Geometry, colour: Colour): Promise<Picture> {
  const image = applyColour(picture.open(), picture.metadata, { highDepth: false, grey: false });
  if (colour.alpha < 255 && plan.border) image.ensureAlpha();
  const { data, info } = await watched(image, picture, (watching) =>
    watching.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true }),
  );
  const channels = info.channels === 4 ? 4 : 3;
  const result = { ...plan.result, channels } as const;
  const [before, after] = [bytesOf({ ...picture, channels }), bytesOf(result)];
  const frames = Buffer.alloc(after * picture.frames);
  for (let index = 0; index < picture.frames; index++) {
    const frame = data.subarray(index * before, (index + 1) * before);
    (await transformed(frame, { ...picture, channels }, plan, colour)).copy(frames, index * after);
  }
  return animationOf(frames, result, picture.metadata);
}

type FrameSize = Size & { readonly channels: 3 | 4 };

async function transformed(data: Buffer, size: FrameSize, plan: Geometry, colour: Colour): Promise<Buffer> {
  return pixelsOf(applyGeometry(open(data, size), plan, colour), { ...plan.result, channels: size.channels });
}

function bytesOf({ width, height, channels }: FrameSize): number {
  return width * height * channels;
}

function open(data: Buffer, { width, height, channels }: FrameSize): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: LIMITS.pixels });
}

async function pixelsOf(image: Sharp, size: FrameSize): Promise<Buffer> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (data.length !== bytesOf(size)) throw new Error(`wrote ${info.width} x ${info.height} of a frame`);
  return data;
}
