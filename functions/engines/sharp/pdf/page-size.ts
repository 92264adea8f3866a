import { invalidOption } from '../../../conversion/options.ts';
import type { Picture } from '../picture.ts';
import type { Size } from '../transforming/geometry.ts';

const POINTS_PER_INCH = 72;
/** The density of browsers. A density of 72 usually means that none was stated. */
const USUAL_DENSITY = 96;
/** Lower densities are defaults of programs, higher ones mistakes. */
const [LEAST_DENSITY, MOST_DENSITY] = [73, 4800];
/** The longer side of A4, in points: pictures without a density become no larger. */
const USUAL_SIDE = 842;
/** The page sizes that viewers support (ISO 32000-1, annex C), in points. */
const [LEAST_SIDE, MOST_SIDE] = [3, 14_400];

/**
 * The size of a picture's page, in points: by its density, else as on a screen, at most as long as A4.
 * @param dpi the requested density
 * @throws ConversionError INVALID_OPTION where pages cannot be as large as that makes it
 */
export function pageSize({ width, height, metadata: { density = 0 } }: Picture, dpi?: number): Size {
  const longest = Math.max(width, height);
  const least = Math.ceil((longest * POINTS_PER_INCH) / MOST_SIDE);
  if (dpi !== undefined && dpi < least)
    throw invalidOption(
      `The option "dpi" must be at least ${least} for a picture of ${longest} pixels: pages cannot be larger.`,
    );
  const stated = dpi !== undefined || (density >= LEAST_DENSITY && density <= MOST_DENSITY);
  const wanted = POINTS_PER_INCH / (dpi ?? (stated ? density : USUAL_DENSITY));
  const scale = Math.min(wanted, (stated ? MOST_SIDE : USUAL_SIDE) / longest);
  const side = (pixels: number) => Math.max(LEAST_SIDE, Math.round(pixels * scale * 1000) / 1000);
  return { width: side(width), height: side(height) };
}
