import type { FormatName } from '../../../conversion/formats.ts';
import type { AudioCodecName } from './audio-codecs.ts';

/** How ffmpeg writes a format of sound. */
export interface AudioTarget {
  readonly muxer: string;
  readonly codec: AudioCodecName;
  /** The codec for lossless sources. @default the same */
  readonly losslessCodec?: AudioCodecName;
  /** The codecs, by ffprobe's names, that are copied without encoding. */
  readonly copies: readonly string[];
  /** Whether it holds several sound tracks. @default false */
  readonly tracks?: boolean;
  /** Whether it holds a cover picture, which may be a comment of Ogg. @default false */
  readonly cover?: boolean | 'comment';
  readonly options?: readonly string[];
}

const LOSSY = ['aac', 'mp3', 'mp2', 'opus', 'vorbis', 'ac3', 'eac3', 'dts'];
const LOSSLESS = ['flac', 'alac', 'truehd'];

/** The formats of sound that ffmpeg writes. */
export const AUDIO_TARGETS = {
  mp3: { muxer: 'mp3', codec: 'mp3', copies: ['mp3'], cover: true, options: ['-id3v2_version', '3'] },
  m4a: {
    muxer: 'ipod',
    codec: 'aac',
    copies: ['aac', 'alac'],
    tracks: true,
    cover: true,
    options: ['-movflags', '+faststart'],
  },
  m4b: {
    muxer: 'ipod',
    codec: 'aac',
    copies: ['aac', 'alac'],
    cover: true,
    options: ['-movflags', '+faststart', '-brand', 'M4B '],
  },
  m4r: { muxer: 'ipod', codec: 'aac', copies: ['aac'], options: ['-movflags', '+faststart'] },
  aac: { muxer: 'adts', codec: 'aac', copies: ['aac'] },
  flac: { muxer: 'flac', codec: 'flac', copies: ['flac'], cover: true },
  wav: { muxer: 'wav', codec: 'pcm', copies: ['pcm_s16le', 'pcm_s24le'], options: ['-rf64', 'auto'] },
  ogg: { muxer: 'ogg', codec: 'vorbis', copies: ['vorbis'], cover: 'comment' },
  opus: { muxer: 'opus', codec: 'opus', copies: ['opus'], cover: 'comment' },
  aiff: {
    muxer: 'aiff',
    codec: 'pcmBigEndian',
    copies: ['pcm_s16be', 'pcm_s24be'],
    cover: true,
    options: ['-write_id3v2', '1'],
  },
  wma: { muxer: 'asf', codec: 'wma', copies: ['wmav1', 'wmav2', 'wmapro', 'wmalossless'] },
  ac3: { muxer: 'ac3', codec: 'ac3', copies: ['ac3'] },
  eac3: { muxer: 'eac3', codec: 'eac3', copies: ['eac3'] },
  au: { muxer: 'au', codec: 'pcmBigEndian', copies: ['pcm_s16be', 'pcm_s24be'] },
  caf: { muxer: 'caf', codec: 'pcm', copies: ['alac', 'pcm_s16le', 'pcm_s24le', 'pcm_s16be', 'pcm_s24be'] },
  mp2: { muxer: 'mp2', codec: 'mp2', copies: ['mp2'] },
  mka: { muxer: 'matroska', codec: 'opus', losslessCodec: 'flac', copies: [...LOSSY, ...LOSSLESS], tracks: true },
  wv: { muxer: 'wv', codec: 'wavpack', copies: ['wavpack'] },
} as const satisfies Partial<Record<FormatName, AudioTarget>>;

export type AudioTargetName = keyof typeof AUDIO_TARGETS;
