import type { Quality } from '../../../conversion/quality.ts';
import type { Settings } from './audio-codecs.ts';
import { PROCESSORS } from './processors.ts';

/** Encoder settings that trade size for time, and their megapixels per second on two Lambda vCPUs. */
export interface Effort {
  readonly settings: Settings;
  readonly speed: number;
  /** The largest frame, in pixels, whose lookahead fits into memory. @default any */
  readonly framePixels?: number;
  /** Whether it is faster with more processors. @default as the codec */
  readonly scales?: boolean;
}

/** How ffmpeg encodes video with a codec. */
export interface VideoCodec {
  readonly encoder: string;
  readonly settings: Readonly<Record<Quality, Settings>>;
  /** The best first; long videos get a lower one to be done in time. */
  readonly efforts: readonly [Effort, ...Effort[]];
  /** Whether the encoder is faster with more than two processors. @default false */
  readonly scales?: boolean;
  /** The range of its constant rate factor; less is better. */
  readonly crf?: { readonly least: number; readonly most: number };
  /** Whether clients may choose a bitrate. @default true */
  readonly bitrate?: boolean;
  /** What else has to be said with a bitrate. */
  readonly withBitrate?: Settings;
  /** The pixel format that its players support. @default yuv420p */
  readonly pixelFormat?: string;
  /** The same for transparent video. @default it is blended onto white */
  readonly transparent?: string;
  /** The shortest and the longest side, in pixels. */
  readonly smallestSide?: number;
  readonly largestSide?: number;
  /** The frame rates that the codec or its players support; `steady`: any constant one. @default any, also variable */
  readonly frameRates?: 'steady' | readonly string[];
  /** The longest key frame interval, in seconds; repeated frames may be missing at the end for as long. */
  readonly keyFrames?: number;
}

const FILM_AND_TV = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];

const X264_EFFORTS = [
  { settings: { preset: 'medium' }, speed: 25, framePixels: 4_000_000 },
  { settings: { preset: 'veryfast' }, speed: 50 },
  { settings: { preset: 'superfast' }, speed: 65 },
  { settings: { preset: 'ultrafast' }, speed: 110 },
] as const;

const X265_PARAMS = `log-level=error:pools=${PROCESSORS}`;
const SVT_PARAMS = `lp=${PROCESSORS}`;

/** 0 would be lossless, in a profile that few players support. */
const X264_CRF = { least: 1, most: 51 };
const VPX_CRF = { least: 0, most: 63 };

/** Every codec that videos are encoded with. Qualities are constant; the size of the file follows from the content. */
export const VIDEO_CODECS = {
  h264: {
    encoder: 'libx264',
    scales: true,
    crf: X264_CRF,
    settings: { low: { crf: '28' }, medium: { crf: '23' }, high: { crf: '18' } },
    efforts: X264_EFFORTS,
  },
  /** For old mobile phones. */
  h264Baseline: {
    encoder: 'libx264',
    scales: true,
    crf: X264_CRF,
    settings: {
      low: { crf: '30', profile: 'baseline' },
      medium: { crf: '25', profile: 'baseline' },
      high: { crf: '20', profile: 'baseline' },
    },
    efforts: X264_EFFORTS,
  },
  vp9: {
    encoder: 'libvpx-vp9',
    scales: true,
    transparent: 'yuva420p',
    crf: VPX_CRF,
    settings: { low: { crf: '40', b: '0' }, medium: { crf: '32', b: '0' }, high: { crf: '24', b: '0' } },
    efforts: [
      { settings: { deadline: 'good', 'cpu-used': '4', 'row-mt': '1', 'tile-columns': '2' }, speed: 9 },
      { settings: { deadline: 'realtime', 'cpu-used': '6', 'row-mt': '1', 'tile-columns': '2' }, speed: 20 },
      { settings: { deadline: 'realtime', 'cpu-used': '8', 'row-mt': '1', 'tile-columns': '2' }, speed: 25 },
    ],
  },
  mpeg4: {
    encoder: 'mpeg4',
    settings: { low: { q: '8', tag: 'XVID' }, medium: { q: '4', tag: 'XVID' }, high: { q: '2', tag: 'XVID' } },
    efforts: [{ settings: {}, speed: 55 }],
    frameRates: 'steady',
  },
  mpeg2: {
    encoder: 'mpeg2video',
    largestSide: 4094,
    settings: { low: { q: '8' }, medium: { q: '4' }, high: { q: '2' } },
    efforts: [{ settings: {}, speed: 70 }],
    frameRates: FILM_AND_TV,
  },
  wmv: {
    encoder: 'wmv2',
    settings: { low: { q: '8' }, medium: { q: '4' }, high: { q: '2' } },
    efforts: [{ settings: {}, speed: 55 }],
    frameRates: 'steady',
  },
  theora: {
    encoder: 'libtheora',
    settings: { low: { q: '5' }, medium: { q: '7' }, high: { q: '9' } },
    efforts: [{ settings: {}, speed: 14 }],
    frameRates: 'steady',
    // ffmpeg leaves out the empty packets that repeat a frame.
    keyFrames: 0.4,
  },
  hevc: {
    encoder: 'libx265',
    scales: true,
    crf: X264_CRF,
    settings: {
      low: { crf: '31', 'x265-params': X265_PARAMS },
      medium: { crf: '26', 'x265-params': X265_PARAMS },
      high: { crf: '21', 'x265-params': X265_PARAMS },
    },
    efforts: [
      { settings: { preset: 'medium' }, speed: 9, framePixels: 4_000_000 },
      { settings: { preset: 'veryfast' }, speed: 12, framePixels: 4_000_000 },
      { settings: { preset: 'ultrafast' }, speed: 26 },
    ],
    smallestSide: 16,
  },
  av1: {
    encoder: 'libsvtav1',
    scales: true,
    crf: { least: 1, most: 63 },
    settings: {
      low: { crf: '45', 'svtav1-params': SVT_PARAMS },
      medium: { crf: '35', 'svtav1-params': SVT_PARAMS },
      high: { crf: '25', 'svtav1-params': SVT_PARAMS },
    },
    efforts: [
      { settings: { preset: '8' }, speed: 12, framePixels: 4_000_000 },
      { settings: { preset: '10' }, speed: 25, framePixels: 4_000_000 },
      { settings: { preset: '12' }, speed: 40, framePixels: 4_000_000 },
      // Each further thread takes 500 MB at 4K.
      { settings: { preset: '10', 'svtav1-params': 'lp=2' }, speed: 25, scales: false },
      { settings: { preset: '12', 'svtav1-params': 'lp=2' }, speed: 40, scales: false },
    ],
    smallestSide: 64,
  },
  /** For editing: large files, each of whose frames decodes by itself. */
  prores: {
    encoder: 'prores',
    settings: { low: { profile: '0' }, medium: { profile: '2' }, high: { profile: '3' } },
    efforts: [{ settings: {}, speed: 48 }],
    bitrate: false,
    pixelFormat: 'yuv422p10le',
  },
} as const satisfies Record<string, VideoCodec>;

export type VideoCodecName = keyof typeof VIDEO_CODECS;
