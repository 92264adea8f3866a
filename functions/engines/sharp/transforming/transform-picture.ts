import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { checkResultSize } from '../limits.ts';
import type { Picture } from '../picture.ts';
import { borderColour, type Colour, hasColouredBackground, type PictureOptions } from '../picture-options.ts';
import { longestIcon } from '../writing/write-icons.ts';
import { isGrey, planColours } from './appearance.ts';
import { applyGeometry } from './apply-geometry.ts';
import { decodeToFile } from './decode-to-file.ts';
import { type Geometry, planGeometry } from './geometry.ts';
import { retime } from './timing.ts';
import { transformFrames, turnPicture } from './transform-frames.ts';

/** What is asked of a picture. */
export interface TransformRequest {
  readonly target: FormatName;
  readonly quality: Quality;
  readonly options: PictureOptions;
  /** For files on the way. */
  readonly folder: string;
}

/**
 * Cuts, turns, mirrors and scales a picture, all its frames alike, and changes how fast and how often they are shown.
 * Whatever the library can do while it decodes is left to it: then nothing is decoded here.
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
  const transformation = { plan, colour, colourPlan, folder };
  if (picture.frames > 1) return transformFrames(picture, transformation);
  if (plan.angle === undefined) return planned(picture, plan, colour, request);
  const { crop: _, angle: __, ...rest } = plan;
  return planned(await turnPicture(picture, transformation), rest, colour, request);
}

/** What is made on the way is bounded like what comes of it. */
function checkPlan({ turned, scaled, result }: Geometry, { frames }: Picture, target: FormatName): void {
  checkResultSize({ ...turned, frames });
  if (scaled) checkResultSize({ ...scaled, frames });
  checkResultSize({ ...result, frames }, target);
}

function withDensity(picture: Picture, { dpi }: PictureOptions): Picture {
  return dpi === undefined ? picture : { ...picture, metadata: { ...picture.metadata, density: dpi } };
}

/** A grey picture has no place for a colour that is to lie around it or below it. */
function needsColour({ metadata }: Picture, { options, target }: TransformRequest): boolean {
  return isGrey(metadata) && options.color !== 'gray' && hasColouredBackground(options, target);
}

/** The picture that a plan makes, decoded when it is opened. */
async function planned(picture: Picture, plan: Geometry, colour: Colour, request: TransformRequest): Promise<Picture> {
  // A drawing is drawn in the size that it is to have, not magnified.
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
  // An icon is scaled once more for each of its sizes, and the library scales once only.
  return longestIcon(request.target) ? decodeToFile(made, planColours(made, request), request) : made;
}
