import sharp from 'sharp';
import type { FormatName } from '../../../conversion/formats.ts';
import { checkSize, LIMITS } from '../limits.ts';
import { animationOf, type Picture, type PictureRequest, sharpPicture, watched } from '../picture.ts';
import { borderColour, type Colour, hasColouredBackground, type PictureOptions } from '../picture-options.ts';
import { longestIcon } from '../writing/write-icons.ts';
import { applyColour, isGrey } from './appearance.ts';
import { applyGeometry } from './apply-geometry.ts';
import { type Geometry, planGeometry } from './geometry.ts';

/**
 * Crops, rotates, mirrors and scales a picture with all its frames, and changes its speed and loop count. Where sharp can
 * do that while it decodes, nothing is decoded here.
 * @throws ConversionError INVALID_OPTION, TOO_COMPLEX
 */
export async function transformPicture(given: Picture, { target, options }: PictureRequest): Promise<Picture> {
  const retimed = withDensity(retime(given, options, target), options);
  const picture = options.color !== 'gray' && hasColouredBackground(options, target) ? inColour(retimed) : retimed;
  const plan = planGeometry(picture, options);
  if (!plan) return picture;
  checkPlan(plan, picture, target);
  const colour = borderColour(options, target);
  return picture.frames > 1 ? transformFrames(picture, plan, colour) : planned(picture, plan, colour, target);
}

/** Checks the sizes of intermediate pictures and of the result. */
function checkPlan({ turned, scaled, result }: Geometry, { frames }: Picture, target: FormatName): void {
  checkSize({ ...turned, frames });
  if (scaled) checkSize({ ...scaled, frames });
  checkSize({ ...result, frames }, target);
}

function withDensity(picture: Picture, { dpi }: PictureOptions): Picture {
  return dpi === undefined ? picture : { ...picture, metadata: { ...picture.metadata, density: dpi } };
}

/** A grey picture with three channels, which can have a coloured background. */
function inColour(picture: Picture): Picture {
  const { metadata } = picture;
  if (!isGrey(metadata)) return picture;
  const space = metadata.space === 'grey16' ? 'rgb16' : 'srgb';
  return { ...picture, metadata: { ...metadata, space }, open: () => picture.open().pipelineColourspace(space) };
}

/** Applies a plan to a picture when it is opened. */
async function planned(picture: Picture, plan: Geometry, colour: Colour, target: FormatName): Promise<Picture> {
  const hasAlpha = picture.metadata.hasAlpha || (plan.border !== undefined && colour.alpha < 1);
  const made: Picture = {
    ...picture,
    ...plan.result,
    metadata: { ...picture.metadata, ...plan.result, hasAlpha },
    open: () => applyGeometry(picture.open(), plan, colour),
  };
  if (!longestIcon(target)) return made;
  // An icon is scaled again for each of its sizes, and a pipeline of sharp scales only once.
  const image = applyColour(made.open(), made.metadata, { highDepth: false, toSrgb: true });
  return sharpPicture(await watched(image, (watching) => watching.png({ compressionLevel: 1 }).toBuffer()));
}

/** The shortest delay of a frame, in milliseconds: browsers ignore shorter ones. */
const SHORTEST = 20;
const USUAL = 100;
/** The unit of delays, in milliseconds. @default 1 */
const UNITS: Partial<Record<FormatName, number>> = { gif: 10 };

/** Applies the speed and the loop count to an animation. */
function retime(picture: Picture, { loop, speed = 1 }: PictureOptions, target: FormatName): Picture {
  const { delay } = picture.metadata;
  if (!delay || picture.frames < 2 || (loop === undefined && speed === 1)) return picture;
  const delays = speed === 1 ? delay : scaleDelays(delay, speed, UNITS[target] ?? 1);
  return { ...picture, metadata: { ...picture.metadata, delay: delays, ...(loop === undefined ? {} : { loop }) } };
}

/** Scales delays, and carries rounding errors over to the next frame, so that the whole keeps its duration. */
function scaleDelays(delays: readonly number[], speed: number, unit: number): number[] {
  let wanted = 0;
  let given = 0;
  return delays.map((delay) => {
    wanted += (delay || USUAL) / speed;
    const next = Math.max(SHORTEST, Math.round((wanted - given) / unit) * unit);
    given += next;
    return next;
  });
}

/** Transforms each frame of an animation by itself: libvips would blend the edges of neighbouring frames. */
async function transformFrames(picture: Picture, plan: Geometry, colour: Colour): Promise<Picture> {
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
