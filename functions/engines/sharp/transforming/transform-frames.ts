import sharp, { type Sharp } from 'sharp';
import { LIMITS } from '../limits.ts';
import { animationOf, type Picture, watched } from '../picture.ts';
import type { Colour } from '../picture-options.ts';
import { applyColour, type ColourPlan } from './appearance.ts';
import { applyGeometry, turn } from './apply-geometry.ts';
import { decodeToFile } from './decode-to-file.ts';
import type { Geometry, Size } from './geometry.ts';

/** How a picture is transformed. */
export interface Transformation {
  readonly plan: Geometry;
  /** The colour of borders and corners. */
  readonly colour: Colour;
  readonly colourPlan: ColourPlan;
  /** For intermediate files. */
  readonly folder: string;
}

/** Crops a still picture and rotates it by an angle that is not a multiple of 90. */
export function turnPicture(picture: Picture, { plan, colour, colourPlan, folder }: Transformation): Promise<Picture> {
  return decodeToFile(picture, colourPlan, {
    folder,
    alpha: colour.alpha < 255,
    shape: (image) => turn(image, plan, colour),
  });
}

/** Transforms each frame of an animation by itself: libvips would blend the edges of neighbouring frames. */
export async function transformFrames(picture: Picture, { plan, colour }: Transformation): Promise<Picture> {
  const image = applyColour(picture.open(), picture.metadata, { highDepth: false, grey: false });
  if (colour.alpha < 255 && (plan.border || plan.angle !== undefined)) image.ensureAlpha();
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
  const { channels } = size;
  const frame = open(data, size);
  if (plan.angle === undefined) return pixelsOf(applyGeometry(frame, plan, colour), { ...plan.result, channels });
  const { crop: _, ...rest } = plan;
  const turned = { ...plan.turned, channels };
  const upright = open(await pixelsOf(turn(frame, plan, colour), turned), turned);
  return pixelsOf(applyGeometry(upright, rest, colour), { ...plan.result, channels });
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
