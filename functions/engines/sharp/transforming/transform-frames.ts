import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { LIMITS } from '../limits.ts';
import type { Picture } from '../picture.ts';
import type { Colour } from '../picture-options.ts';
import type { ColourWish } from './appearance.ts';
import { applyGeometry } from './apply-geometry.ts';
import type { Geometry, Region } from './geometry.ts';
import { settledPicture, settlePicture } from './settle-picture.ts';
import { turnPixels } from './turn-pixels.ts';
import { type Samples, VipsPixels } from './vips-pixels.ts';

/** Samples that are turned at a time. */
const STRIP = 4_000_000;

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
export function turnPicture(picture: Picture, transformation: Transformation): Promise<Picture> {
  const { plan, colour } = transformation;
  const make = async function* (pixels: VipsPixels) {
    yield* turned({ data: await pixels.read(0, pixels.height), ...pixels }, plan, colour);
  };
  return rewrite(picture, transformation, { size: plan.turned, make });
}

/** Transforms each frame of an animation by itself: the library would mix the edge of one with that of the next. */
export function transformFrames(picture: Picture, transformation: Transformation): Promise<Picture> {
  const make = async function* (pixels: VipsPixels) {
    const { width, channels } = pixels;
    for (let index = 0; index < picture.frames; index++) {
      const data = await pixels.read(index * picture.height, picture.height);
      yield await transformFrame({ data, width, height: picture.height, channels }, transformation);
    }
  };
  return rewrite(picture, transformation, { size: transformation.plan.result, make });
}

/** A picture, or one of its frames, in memory. */
interface Frame {
  readonly data: Samples;
  readonly width: number;
  readonly height: number;
  readonly channels: 3 | 4;
}

/** How the frames of a picture are made anew, and how large they become. */
interface Rewriting {
  readonly size: Geometry['result'];
  readonly make: (pixels: VipsPixels) => AsyncGenerator<Samples>;
}

async function rewrite(
  picture: Picture,
  { plan, colour, wish, folder }: Transformation,
  { size, make }: Rewriting,
): Promise<Picture> {
  const alpha = colour.alpha < 255 && (plan.border !== undefined || plan.angle !== undefined);
  const settled = await settlePicture(picture, wish, { folder, alpha });
  const path = join(await mkdtemp(join(folder, 'rewritten-')), 'picture.v');
  const pixels = await VipsPixels.open(settled.path);
  try {
    await pixels.writeLike(path, size, picture.frames, make(pixels));
  } finally {
    await pixels.close();
  }
  return settledPicture(path, settled);
}

function turned(frame: Frame, plan: Geometry, background: Colour): Generator<Samples> {
  const region: Region = plan.crop ?? { left: 0, top: 0, width: frame.width, height: frame.height };
  const rows = Math.max(1, Math.floor(STRIP / plan.turned.width));
  return turnPixels({ ...frame, region }, { degrees: plan.angle ?? 0, size: plan.turned, background }, rows);
}

async function transformFrame(frame: Frame, { plan, colour }: Transformation): Promise<Samples> {
  const { channels } = frame;
  const { crop: _, angle, ...rest } = plan;
  const upright = angle === undefined ? frame : { ...plan.turned, data: join8([...turned(frame, plan, colour)]) };
  const raw = { width: upright.width, height: upright.height, channels };
  const image = sharp(upright.data, { raw, limitInputPixels: LIMITS.pixels });
  const { data, info } = await applyGeometry(image, angle === undefined ? plan : rest, colour)
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const { width, height } = plan.result;
  if (data.length !== width * height * channels) throw new Error(`wrote ${info.width} x ${info.height} of a frame`);
  return data;
}

function join8(strips: readonly Samples[]): Buffer {
  return Buffer.concat(strips.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)));
}
