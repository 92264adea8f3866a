import type { FormatName } from '../../../conversion/formats.ts';
import type { Quality } from '../../../conversion/quality.ts';

/** A format of animated pictures. */
export interface AnimationTarget {
  readonly muxer: string;
  readonly encoder: string;
  readonly settings: Readonly<Record<Quality, readonly string[]>>;
  /** How it is told how many times it is played; 0 is for ever. */
  readonly loopCount: (times: number) => readonly string[];
  /** Whether its pictures have few colours, chosen for each animation. @default false */
  readonly palette?: boolean;
  /** Whether it holds transparency. @default false */
  readonly alpha?: boolean;
  /** The fewest pixels of a side that the encoder can do: smaller pictures are shown larger. */
  readonly smallest?: number;
}

/** The most that two bytes hold, as in GIF and WebP; the encoder takes no more for the others either. */
const MOST = 65_535;

/** The formats that animated pictures are written to. */
export const ANIMATION_TARGETS = {
  gif: {
    muxer: 'gif',
    encoder: 'gif',
    settings: { low: [], medium: [], high: [] },
    // It states how often it is repeated, or nothing.
    loopCount: (times) => ['-loop', String(times > 1 ? Math.min(MOST, times - 1) : -times)],
    palette: true,
  },
  apng: {
    muxer: 'apng',
    encoder: 'apng',
    settings: { low: [], medium: [], high: [] },
    loopCount: (times) => ['-plays', String(Math.min(MOST, times))],
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
    loopCount: (times) => ['-loop', String(Math.min(MOST, times))],
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
    loopCount: (times) => ['-loop', String(Math.min(MOST, times))],
    smallest: 64,
  },
} as const satisfies Partial<Record<FormatName, AnimationTarget>>;

export type AnimationTargetName = keyof typeof ANIMATION_TARGETS;

/** Frames a second, and pixels of the longer side, that an animation made of a video has at most. */
export const ANIMATION_SIZES: Readonly<Record<Quality, { readonly rate: number; readonly side: number }>> = {
  low: { rate: 8, side: 320 },
  medium: { rate: 12, side: 480 },
  high: { rate: 20, side: 640 },
};

/** Whether a format is one that animated pictures are written to. */
export function isAnimationTarget(format: FormatName): format is AnimationTargetName {
  return Object.hasOwn(ANIMATION_TARGETS, format);
}
