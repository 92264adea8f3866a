import type { Quality } from '../../conversion/quality.ts';
import type { Settings } from './audio-codecs.ts';

/** A trade of size for time: encoder settings, and how many million pixels a second they manage on two processors of Lambda. */
export interface Effort {
  readonly settings: Settings;
  readonly speed: number;
  /** The largest frame, in pixels, for which memory suffices: the encoder looks many frames ahead. @default any */
  readonly framePixels?: number;
}

/** How moving pictures are encoded. */
export interface VideoCodec {
  readonly encoder: string;
  readonly settings: Readonly<Record<Quality, Settings>>;
  /** The best first; long videos get a lesser one, so that they are done in time. */
  readonly efforts: readonly [Effort, ...Effort[]];
  /** Rates of frames that the codec or its players know; `steady`: any, but the same throughout. @default any, varying */
  readonly frameRates?: 'steady' | readonly string[];
}

const FILM_AND_TV = ['24000/1001', '24', '25', '30000/1001', '30', '50', '60000/1001', '60'];

const X264_EFFORTS = [
  { settings: { preset: 'medium' }, speed: 25, framePixels: 4_000_000 },
  { settings: { preset: 'veryfast' }, speed: 50 },
  { settings: { preset: 'superfast' }, speed: 65 },
  { settings: { preset: 'ultrafast' }, speed: 110 },
] as const;

/** Every codec that videos are encoded with. Qualities are constant: the size follows from what there is to see. */
export const VIDEO_CODECS = {
  h264: {
    encoder: 'libx264',
    settings: { low: { crf: '28' }, medium: { crf: '23' }, high: { crf: '18' } },
    efforts: X264_EFFORTS,
  },
  /** For old telephones. */
  h264Baseline: {
    encoder: 'libx264',
    settings: {
      low: { crf: '30', profile: 'baseline' },
      medium: { crf: '25', profile: 'baseline' },
      high: { crf: '20', profile: 'baseline' },
    },
    efforts: X264_EFFORTS,
  },
  vp9: {
    encoder: 'libvpx-vp9',
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
  },
} as const satisfies Record<string, VideoCodec>;

export type VideoCodecName = keyof typeof VIDEO_CODECS;
