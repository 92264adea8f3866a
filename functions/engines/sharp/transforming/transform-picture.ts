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
 * Crops, rotates, mirrors and scales a picture with all its frames, and changes its loop count. Where sharp can
 * do that while it decodes, nothing is decoded here.
 * @throws ConversionError INVALID_OPTION, TOO_COMPLEX
 */
export async function transformPicture(given: Picture, request: TransformRequest): Promise<Picture> {
  const { target, options, folder } = request;
  const source = withDensity(withLoop(given, options), options);
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

/** Applies the loop count to an animation. */
function withLoop(picture: Picture, { loop }: PictureOptions): Picture {
  if (loop === undefined || picture.frames < 2) return picture;
  return { ...picture, metadata: { ...picture.metadata, loop } };
}
