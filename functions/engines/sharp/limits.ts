import type { FormatName } from '../../conversion/formats.ts';
import { tooComplex } from '../refusals.ts';

/** The limits of a picture. Measured: the process stays below 2.5 GB with every target. */
export const LIMITS = {
  /** Pixels of one picture, as phones make them of 108 megapixels; of an animation, all its frames together. */
  pixels: 110_000_000,
  /** Pages of a document. */
  pages: 1000,
  /** Frames of an animation. */
  frames: 2000,
} as const;

/** Targets with lower limits, by their format or by their encoder's cost. */
const TARGET_LIMITS: Partial<Record<FormatName, { readonly side?: number; readonly pixels?: number }>> = {
  jpg: { side: 65_500 },
  webp: { side: 16_383 },
  gif: { side: 65_535, pixels: 30_000_000 },
  avif: { side: 16_384, pixels: 50_000_000 },
};

/** The size of a picture; a still one has 1 frame. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
}

/**
 * Refuses a picture that is too large to be decoded, or to be written as the target.
 * @param target undefined for a source or an intermediate picture
 * @throws ConversionError TOO_COMPLEX
 */
export function checkSize({ width, height, frames }: PictureSize, target?: FormatName): void {
  const { side = Number.POSITIVE_INFINITY, pixels = LIMITS.pixels } = (target && TARGET_LIMITS[target]) ?? {};
  checkFrames(frames);
  if (width * height * frames <= pixels && Math.max(width, height) <= side) return;
  const most = `${Math.round(pixels / 1_000_000)} million${Number.isFinite(side) ? `, and ${side} on a side,` : ''}`;
  throw tooComplex(
    `The picture has ${frames > 1 ? `${frames} frames of ` : ''}${width} x ${height} pixels, or would have by the options; ` +
      `at most ${most} are converted${target ? ` to ${target}` : ''}. Scale it down, or choose another format.`,
  );
}

/**
 * Refuses animations with too many frames.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkFrames(count: number): void {
  if (count > LIMITS.frames)
    throw tooComplex(`The animation has ${count} frames; at most ${LIMITS.frames} are converted.`);
}

/**
 * Refuses documents with too many pages.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkPages(count: number): void {
  if (count > LIMITS.pages) throw tooComplex(`The file has ${count} pages; at most ${LIMITS.pages} are converted.`);
}

/**
 * Refuses a picture beyond a library's own limits; other errors pass.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkLibraryLimits(error: unknown): void {
  if (!(error instanceof Error) || !LIBRARY_LIMITS.test(error.message)) return;
  throw tooComplex('The picture is too large or too complex. Simplify it.', error);
}

const LIBRARY_LIMITS = /exceeds pixel limit|exceeded more than|amplification|security limit|Buffer larger than/i;

/** The targets that can be animated. */
export const ANIMATED_TARGETS: readonly FormatName[] = ['gif', 'webp', 'apng'];
