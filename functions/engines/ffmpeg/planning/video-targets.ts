import type { FormatName } from '../../../conversion/formats.ts';
import type { AudioCodecName } from './audio-codecs.ts';
import type { VideoCodecName } from './video-codecs.ts';

/** How ffmpeg writes a video format. */
export interface VideoTarget {
  readonly muxer: string;
  readonly video: VideoCodecName;
  readonly audio: AudioCodecName;
  /** The other codecs that its usual players support, by the names in the options. @default none */
  readonly videoCodecs?: Readonly<Record<string, VideoCodecName>>;
  readonly audioCodecs?: Readonly<Record<string, AudioCodecName>>;
  /** The codec of text subtitles; without one there are none. */
  readonly subtitle?: string;
  /** The codecs, by ffprobe's names, that are copied without encoding. */
  readonly copies: {
    readonly video: readonly string[];
    readonly audio: readonly string[];
    readonly subtitle?: readonly string[];
  };
  /** Whether it holds several sound tracks. */
  readonly tracks: boolean;
  /** Whether it states a rotation and a hidden beginning; otherwise the frames are rotated, and encoded without it. @default false */
  readonly rotation?: boolean;
  /** Whether its players play every profile of a codec, and browsers do not play it anyway. @default false */
  readonly anyProfile?: boolean;
  readonly options?: readonly string[];
}

const QUICK_START = ['-movflags', '+faststart'];
const PHONE = { video: ['h264', 'h263', 'mpeg4'], audio: ['aac', 'amr_nb', 'amr_wb'] };
const BITMAPS = ['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle'];
const DISC = { video: ['mpeg2video', 'mpeg1video'], audio: ['mp2', 'ac3'] };

/** The video formats that ffmpeg writes. */
export const VIDEO_TARGETS = {
  mp4: {
    muxer: 'mp4',
    video: 'h264',
    audio: 'aac',
    videoCodecs: { h264: 'h264', hevc: 'hevc', av1: 'av1' },
    audioCodecs: { aac: 'aac', mp3: 'mp3Constant' },
    subtitle: 'mov_text',
    // The container can hold others, which browsers and phones do not all play.
    copies: {
      video: ['h264', 'hevc', 'av1'],
      // Players of Apple have no sound with MP3 in it.
      audio: ['aac'],
      subtitle: ['mov_text'],
    },
    tracks: true,
    rotation: true,
    options: QUICK_START,
  },
  m4v: {
    muxer: 'ipod',
    video: 'h264',
    audio: 'aac',
    subtitle: 'mov_text',
    copies: { video: ['h264'], audio: ['aac'], subtitle: ['mov_text'] },
    tracks: true,
    rotation: true,
    options: QUICK_START,
  },
  mov: {
    muxer: 'mov',
    video: 'h264',
    audio: 'aac',
    videoCodecs: { h264: 'h264', hevc: 'hevc', prores: 'prores' },
    audioCodecs: { aac: 'aac', mp3: 'mp3Constant', ac3: 'ac3', alac: 'alac', pcm: 'pcm' },
    subtitle: 'mov_text',
    copies: {
      video: ['h264', 'hevc', 'mpeg4', 'prores', 'mjpeg'],
      audio: ['aac', 'mp3', 'ac3', 'alac', 'pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be'],
      subtitle: ['mov_text'],
    },
    tracks: true,
    rotation: true,
    options: QUICK_START,
  },
  mkv: {
    muxer: 'matroska',
    video: 'h264',
    audio: 'aac',
    videoCodecs: { h264: 'h264', hevc: 'hevc', av1: 'av1', vp9: 'vp9' },
    audioCodecs: {
      aac: 'aac',
      mp3: 'mp3Constant',
      opus: 'opus',
      vorbis: 'vorbis',
      ac3: 'ac3',
      eac3: 'eac3',
      flac: 'flac',
    },
    subtitle: 'subrip',
    copies: {
      video: ['h264', 'hevc', 'av1', 'vp8', 'vp9', 'mpeg4', 'mpeg2video', 'mpeg1video', 'prores', 'theora', 'ffv1'],
      audio: [
        'aac',
        'mp3',
        'mp2',
        'opus',
        'vorbis',
        'ac3',
        'eac3',
        'dts',
        'flac',
        'alac',
        'truehd',
        'pcm_s16le',
        'pcm_s24le',
      ],
      subtitle: ['subrip', 'ass', 'webvtt', ...BITMAPS],
    },
    tracks: true,
    anyProfile: true,
  },
  webm: {
    muxer: 'webm',
    video: 'vp9',
    audio: 'opus',
    videoCodecs: { vp9: 'vp9', av1: 'av1' },
    audioCodecs: { opus: 'opus', vorbis: 'vorbis' },
    subtitle: 'webvtt',
    copies: { video: ['vp8', 'vp9', 'av1'], audio: ['opus', 'vorbis'], subtitle: ['webvtt'] },
    tracks: true,
  },
  avi: {
    muxer: 'avi',
    video: 'mpeg4',
    audio: 'mp3Constant',
    audioCodecs: { mp3: 'mp3Constant', ac3: 'ac3', pcm: 'pcm' },
    copies: { video: ['mpeg4', 'mjpeg', 'msmpeg4v3'], audio: ['mp3', 'ac3', 'pcm_s16le'] },
    tracks: true,
  },
  wmv: {
    muxer: 'asf',
    video: 'wmv',
    audio: 'wma',
    copies: { video: ['wmv1', 'wmv2', 'wmv3', 'vc1'], audio: ['wmav1', 'wmav2', 'wmapro'] },
    tracks: true,
  },
  flv: {
    muxer: 'flv',
    video: 'h264',
    audio: 'aac',
    copies: { video: ['h264', 'flv1', 'vp6f'], audio: ['aac'] },
    tracks: false,
  },
  mpg: {
    muxer: 'mpeg',
    video: 'mpeg2',
    audio: 'mp2',
    audioCodecs: { mp2: 'mp2', ac3: 'ac3' },
    copies: DISC,
    tracks: true,
  },
  ts: {
    muxer: 'mpegts',
    video: 'h264',
    audio: 'aac',
    videoCodecs: { h264: 'h264', hevc: 'hevc', mpeg2: 'mpeg2' },
    audioCodecs: { aac: 'aac', mp2: 'mp2', ac3: 'ac3', eac3: 'eac3' },
    copies: {
      video: ['h264', 'hevc', 'mpeg2video'],
      audio: ['aac', 'mp3', 'mp2', 'ac3', 'eac3'],
      subtitle: ['dvb_subtitle'],
    },
    tracks: true,
  },
  '3gp': {
    muxer: '3gp',
    video: 'h264Baseline',
    audio: 'aac',
    copies: PHONE,
    tracks: true,
    rotation: true,
    options: QUICK_START,
  },
  '3g2': {
    muxer: '3g2',
    video: 'h264Baseline',
    audio: 'aac',
    copies: PHONE,
    tracks: true,
    rotation: true,
    options: QUICK_START,
  },
  ogv: {
    muxer: 'ogv',
    video: 'theora',
    audio: 'vorbis',
    audioCodecs: { vorbis: 'vorbis', opus: 'opus' },
    copies: { video: ['theora'], audio: ['vorbis', 'opus'] },
    tracks: true,
  },
  vob: {
    muxer: 'vob',
    video: 'mpeg2',
    audio: 'ac3',
    audioCodecs: { ac3: 'ac3', mp2: 'mp2' },
    copies: DISC,
    tracks: true,
  },
  mxf: { muxer: 'mxf', video: 'mpeg2', audio: 'pcmStudio', copies: { video: [], audio: [] }, tracks: true },
} as const satisfies Partial<Record<FormatName, VideoTarget>>;

export type VideoTargetName = keyof typeof VIDEO_TARGETS;
