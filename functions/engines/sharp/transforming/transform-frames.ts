import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { LIMITS } from '../limits.ts';
import type { Picture } from '../picture.ts';
import type { Colour } from '../picture-options.ts';
import type { ColourWish } from './appearance.ts';
import { applyGeometry, turn } from './apply-geometry.ts';
import type { Geometry, Size } from './geometry.ts';
import { settledPicture, settlePicture } from './settle-picture.ts';
import { VipsPixels } from './vips-pixels.ts';

/** What is done to a picture. */
export interface Transformation {
  readonly plan: Geometry;
  /** What lies where there was nothing. */
  readonly colour: Colour;
  readonly wish: ColourWish;
  /** For files on the way. */
  readonly folder: string;
}

/** Takes the part of a still picture that is asked for, and turns it by an angle that is no quarter turn. */
export function turnPicture(picture: Picture, { plan, colour, wish, folder }: Transformation): Promise<Picture> {
  return settlePicture(picture, wish, {
    folder,
    alpha: colour.alpha < 255,
    shape: (image) => turn(image, plan, colour),
  });
}

/** Transforms each frame of an animation by itself: the library would mix the edge of one with that of the next. */
export async function transformFrames(
  picture: Picture,
  { plan, colour, wish, folder }: Transformation,
): Promise<Picture> {
  const alpha = colour.alpha < 255 && (plan.border !== undefined || plan.angle !== undefined);
  const settled = await settlePicture(picture, wish, { folder, alpha });
  const path = join(await mkdtemp(join(folder, 'rewritten-')), 'picture.v');
  const pixels = await VipsPixels.open(settled.path);
  try {
    await pixels.writeLike(path, plan.result, picture.frames, framesOf(pixels, picture, plan, colour));
  } finally {
    await pixels.close();
  }
  return settledPicture(path, settled);
}

async function* framesOf(pixels: VipsPixels, { frames, height }: Picture, plan: Geometry, colour: Colour) {
  const { width, channels } = pixels;
  const open = (data: Buffer, size: Size) =>
    sharp(data, { raw: { width: size.width, height: size.height, channels }, limitInputPixels: LIMITS.pixels });
  const { crop: _, ...rest } = plan;
  for (let index = 0; index < frames; index++) {
    const frame = open(await pixels.read(index * height, height), { width, height });
    const upright =
      plan.angle === undefined
        ? frame
        : open(await pixelsOf(turn(frame, plan, colour), plan.turned, channels), plan.turned);
    yield pixelsOf(applyGeometry(upright, plan.angle === undefined ? plan : rest, colour), plan.result, channels);
  }
}

async function pixelsOf(image: Sharp, { width, height }: Size, channels: number): Promise<Buffer> {
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  if (data.length !== width * height * channels) throw new Error(`wrote ${info.width} x ${info.height} of a frame`);
  return data;
}
