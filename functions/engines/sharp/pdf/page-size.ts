import type { Metadata } from 'sharp';
import { invalidOption } from '../../../conversion/options.ts';
import type { PictureSize } from '../limits.ts';

const POINTS_PER_INCH = 72;
/** What browsers take, and what 72 stands for as well: nothing was said. */
const USUAL_DENSITY = 96;
/** Densities below are what programs write that know of none, those above are mistakes. */
const [LEAST_DENSITY, MOST_DENSITY] = [73, 4800];
/** The longer side of A4, in points: a photo that says nothing of its size becomes no larger. */
const USUAL_SIDE = 842;
/** What viewers can show (ISO 32000-1, annex C), in points. */
const [LEAST_SIDE, MOST_SIDE] = [3, 14_400];

/**
 * How large a picture's page is, in points: as the picture says, else as on a screen, at most as long as A4.
 * @param dpi what was asked for
 */
export function pageSize(
  { width, height }: Pick<PictureSize, 'width' | 'height'>,
  { density = 0 }: Pick<Metadata, 'density'>,
  dpi?: number,
): { width: number; height: number } {
  if (dpi !== undefined) return sizeAt({ width, height }, dpi);
  const said = density >= LEAST_DENSITY && density <= MOST_DENSITY;
  const wanted = POINTS_PER_INCH / (said ? density : USUAL_DENSITY);
  const longest = Math.max(width, height);
  const scale = Math.min(wanted, (said ? MOST_SIDE : USUAL_SIDE) / longest);
  const side = (pixels: number) => Math.max(LEAST_SIDE, Math.round(pixels * scale * 1000) / 1000);
  return { width: side(width), height: side(height) };
}

function sizeAt(
  { width, height }: Pick<PictureSize, 'width' | 'height'>,
  dpi: number,
): { width: number; height: number } {
  const longest = Math.max(width, height);
  const least = Math.ceil((longest * POINTS_PER_INCH) / MOST_SIDE);
  if (dpi < least)
    throw invalidOption(
      `The option "dpi" must be at least ${least} for a picture of ${longest} pixels: a page is no larger.`,
    );
  const side = (pixels: number) => Math.max(LEAST_SIDE, Math.round(((pixels * POINTS_PER_INCH) / dpi) * 1000) / 1000);
  return { width: side(width), height: side(height) };
}
