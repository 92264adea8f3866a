import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { hasFormat } from '../../engine.ts';

/** How ffmpeg writes a format of animated pictures. */
export interface AnimationTarget {
  readonly muxer: string;
  readonly encoder: string;
  /** The settings for each quality. @default the same for all */
  readonly settings?: Readonly<Record<Quality, readonly string[]>>;
  /** The arguments that set how often it is played; 0 is for ever. */
  readonly loopCount: (times: number) => readonly string[];
  /** Whether its colours are a palette, made for each animation. @default false */
  readonly palette?: boolean;
  /** Whether it holds transparency. @default false */
  readonly alpha?: boolean;
  /** The shortest side that the encoder takes, in pixels: smaller pictures are enlarged. */
  readonly smallest?: number;
}

/** GIF and WebP count in two bytes; ffmpeg takes no more for the others either. */
const MOST_LOOPS = 65_535;

/** The formats of animated pictures that ffmpeg writes. */
export const ANIMATION_TARGETS = {
  gif: {
    muxer: 'gif',
    encoder: 'gif',
    // GIF counts the repetitions after the first pass, or has no count at all.
    loopCount: (times) => ['-loop', String(times > 1 ? Math.min(MOST_LOOPS, times - 1) : -times)],
    palette: true,
  },
  apng: {
    muxer: 'apng',
    encoder: 'apng',
    loopCount: (times) => ['-plays', String(Math.min(MOST_LOOPS, times))],
    alpha: true,
  },
  webp: {
    muxer: 'webp',
    encoder: 'libwebp_anim',
    settings: {
      low: ['-quality', '50'],
      medium: ['-quality', '75'],
      high: ['-quality', '90'],
    },
    loopCount: (times) => ['-loop', String(Math.min(MOST_LOOPS, times))],
    alpha: true,
  },
  avif: {
    muxer: 'avif',
    encoder: 'libsvtav1',
    settings: {
      low: ['-crf', '45', '-preset', '10'],
      medium: ['-crf', '35', '-preset', '9'],
      high: ['-crf', '25', '-preset', '8'],
    },
    loopCount: (times) => ['-loop', String(Math.min(MOST_LOOPS, times))],
    smallest: 64,
  },
} as const satisfies Partial<Record<FormatName, AnimationTarget>>;

export type AnimationTargetName = keyof typeof ANIMATION_TARGETS;

/** The highest frame rate, and the longest side in pixels, of an animation made of a video. */
export const ANIMATION_SIZES: Readonly<Record<Quality, { readonly rate: number; readonly side: number }>> = {
  low: { rate: 8, side: 320 },
  medium: { rate: 12, side: 480 },
  high: { rate: 20, side: 640 },
};

/** Whether a picture of this format may be animated. */
export function isAnimated(format: FormatName): boolean {
  return hasFormat(ANIMATION_TARGETS, format) || format === 'heic';
}
