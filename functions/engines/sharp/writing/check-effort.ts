import type { FormatName } from '../../../conversion/formats.ts';
import { invalidOption } from '../../../conversion/options.ts';
import type { PictureOptions } from '../picture-options.ts';

/**
 * Pixels for which there is time at an effort, or at a greater one below the next. Measured: AVIF takes 2 seconds for a
 * million pixels at 4, 3 at 6, and 6 at 9.
 */
const IN_TIME: Partial<Record<FormatName, readonly (readonly [effort: number, pixels: number])[]>> = {
  avif: [
    [7, 4_000_000],
    [4, 16_000_000],
    [2, 50_000_000],
  ],
  jxl: [
    [9, 4_000_000],
    [8, 12_000_000],
  ],
};
/** Losing nothing with much trouble takes longer. */
const LOSSLESS: typeof IN_TIME = { webp: [[5, 30_000_000]] };
/** Pixels of which so few colours are chosen in time. */
const COUNTED = 50_000_000;

/**
 * Refuses to take more trouble than there is time for.
 * @param pixels of all frames
 * @throws ConversionError INVALID_OPTION
 */
export function checkEffort(
  { effort = 0, lossless, colors }: Pick<PictureOptions, 'effort' | 'lossless' | 'colors'>,
  target: FormatName,
  pixels: number,
): void {
  const limits = (lossless ? LOSSLESS[target] : undefined) ?? IN_TIME[target] ?? [];
  const allowed = limits.filter(([, most]) => pixels > most).map(([least]) => least - 1);
  const most = Math.min(...allowed);
  const size = `a picture of ${Math.ceil(pixels / 1_000_000)} million pixels: there is no time for more`;
  if (effort > most) throw invalidOption(`The option "effort" must be at most ${most} for ${size}.`);
  if (target === 'png' && colors !== undefined && pixels > COUNTED)
    throw invalidOption(`The option "colors" cannot be used for ${size} than ${COUNTED / 1_000_000} million.`);
}
