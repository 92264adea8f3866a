import type { Options } from '../../../conversion/options.ts';
import type { Quality } from '../../../conversion/quality.ts';
import type { PictureTarget } from './picture-targets.ts';

/** What JPEG 2000 is compressed to at the least quality, as a share of what is uncompressed: one of so many. */
const LEAST = 60;

/** What an encoder is told of how much of a picture it has to keep, and how much trouble to take. */
export function encoderSettings({ encoder, settings }: PictureTarget, quality: Quality, options: Options): string[] {
  const {
    image_quality: kept,
    lossless,
    effort,
  } = options as {
    readonly image_quality?: number;
    readonly lossless?: boolean;
    readonly effort?: number;
  };
  const wanted = lossless ? 100 : kept;
  const amount = wanted === undefined ? [...(settings?.[quality] ?? [])] : (AMOUNTS[encoder]?.(wanted) ?? []);
  return [...amount, ...(effort === undefined ? [] : ['-effort', `${effort}`])];
}

/** What the numbers of 1 to 100 mean to each encoder. */
const AMOUNTS: Readonly<Record<string, (kept: number) => string[]>> = {
  libjxl: (kept) => ['-distance', `${distanceOf(kept)}`],
  libopenjpeg: (kept) => ['-compression_level', `${kept === 100 ? 0 : Math.round(LEAST ** ((100 - kept) / 99))}`],
};

/** How far from the source an eye may see the result to be: the library's own scale for those who think in JPEG. */
function distanceOf(kept: number): number {
  if (kept === 100) return 0;
  const distance = kept >= 30 ? 0.1 + (100 - kept) * 0.09 : (53 / 3000) * kept ** 2 - (23 / 20) * kept + 25;
  return Number(Math.min(15, distance).toFixed(2));
}
