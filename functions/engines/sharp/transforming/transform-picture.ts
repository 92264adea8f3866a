import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { checkSize } from '../limits.ts';
import type { Picture } from '../picture.ts';
import { borderColour, type Colour, hasColouredBackground, type PictureOptions } from '../picture-options.ts';
import { longestIcon } from '../writing/write-icons.ts';
import { isGrey, planColours } from './appearance.ts';
import { applyGeometry } from './apply-geometry.ts';
import { decodeToFile } from './decode-to-file.ts';
import { type Geometry, planGeometry } from './geometry.ts';
import { transformFrames } from './transform-frames.ts';

/** The request that a picture is transformed for. */
export interface TransformRequest {
  readonly target: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
  /** For intermediate files. */
  readonly folder: string;
}

/**
 * Crops, rotates, mirrors and scales a picture with all its frames, and changes its speed and loop count. Where sharp can
 * do that while it decodes, nothing is decoded here.
 * @throws ConversionError INVALID_OPTION, TOO_COMPLEX
 */
export async function transformPicture(given: Picture, request: TransformRequest): Promise<Picture> {
  const { target, options, folder } = request;
  const source = withDensity(retime(given, options, target), options);
  const plan = planGeometry(source, options);
  if (plan) checkPlan(plan, source, target);
  const colourPlan = planColours(source, request);
  const picture = needsColour(source, request)
    ? await decodeToFile(source, colourPlan, { folder, coloured: true })
    : source;
  if (!plan) return picture;
  const colour = borderColour(options, target);
  return picture.frames > 1 ? transformFrames(picture, plan, colour) : planned(picture, plan, colour, request);
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

/** Whether a grey picture has to become sRGB for a coloured background. */
function needsColour({ metadata }: Picture, { options, target }: TransformRequest): boolean {
  return isGrey(metadata) && options.color !== 'gray' && hasColouredBackground(options, target);
}

/** Applies a plan to a picture when it is opened. */
async function planned(picture: Picture, plan: Geometry, colour: Colour, request: TransformRequest): Promise<Picture> {
  // A drawing is rendered at its final size, not enlarged.
  const factor =
    plan.scaled && !plan.crop
      ? Math.max(plan.scaled.width / plan.turned.width, plan.scaled.height / plan.turned.height)
      : 1;
  const drawn = factor === 1 ? picture : ((await picture.redraw?.(factor)) ?? picture);
  const hasAlpha = picture.metadata.hasAlpha || (plan.border !== undefined && colour.alpha < 255);
  const made: Picture = {
    ...picture,
    ...plan.result,
    metadata: { ...picture.metadata, ...plan.result, hasAlpha },
    open: () => applyGeometry(drawn.open(), plan, colour),
  };
  // An icon is scaled again for each of its sizes, and a pipeline of sharp scales only once.
  return longestIcon(request.target) ? decodeToFile(made, planColours(made, request), request) : made;
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
