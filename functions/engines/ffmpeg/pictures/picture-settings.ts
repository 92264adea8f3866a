import type { Options } from '../../../conversion/options.ts';
import type { Quality } from '../../../conversion/quality.ts';
import type { PictureTarget } from './picture-targets.ts';

/** The compression ratio of JPEG 2000 at the lowest quality. */
const HIGHEST_RATIO = 60;

/** The arguments that set the quality and the effort of an encoder. */
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

/** The arguments of each encoder for an image quality of 1 to 100. */
const AMOUNTS: Readonly<Record<string, (kept: number) => string[]>> = {
  libjxl: (kept) => ['-distance', `${distanceOf(kept)}`],
  libopenjpeg: (kept) => [
    '-compression_level',
    `${kept === 100 ? 0 : Math.round(HIGHEST_RATIO ** ((100 - kept) / 99))}`,
  ],
};

/** The Butteraugli distance for a JPEG-like quality, by libjxl's own formula. */
function distanceOf(kept: number): number {
  if (kept === 100) return 0;
  const distance = kept >= 30 ? 0.1 + (100 - kept) * 0.09 : (53 / 3000) * kept ** 2 - (23 / 20) * kept + 25;
  return Number(Math.min(15, distance).toFixed(2));
}
