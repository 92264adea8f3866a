import type { Quality } from '../../conversion/quality.ts';

/** Options of an encoder: names without the stream they are for. */
export type Settings = Readonly<Record<string, string>>;

/** How sound is encoded. */
export interface AudioCodec {
  readonly encoder: string;
  /** What the qualities mean; bitrates depend on the number of channels. */
  readonly settings: Readonly<Record<Quality, (channels: number) => Settings>>;
  /** The channel layouts that the codec knows, the most channels last; any when missing. */
  readonly layouts?: readonly string[];
  /** The sample rates that the codec knows, where ffmpeg does not know them itself. */
  readonly rates?: readonly number[];
  /** The highest sample rate, where any below it is known. */
  readonly highestRate?: number;
  /** For lossless codecs: how samples of more than 16 bits are kept. */
  readonly deep?: { readonly encoder?: string; readonly settings?: Settings };
}

const STEREO = ['mono', 'stereo'];
const DVD = ['mono', 'stereo', '5.1(side)'];
const XIPH = ['mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];
/** Below these, codecs for music begin late, and some players do not know the rate. */
const WIDE = [48000, 44100, 32000, 24000];
const AAC = ['mono', 'stereo', '3.0', '4.0', '5.0', '5.1', '7.1'];

/** Kilobits per second of a channel, more channels sharing what they have in common. */
const perChannel = (kilobits: number) => (channels: number) => ({
  b: `${Math.round(kilobits * (channels > 2 ? channels * 0.75 : channels))}k`,
});
const kilobits = (mono: number, stereo: number, surround: number) => (channels: number) => ({
  b: `${channels > 2 ? surround : channels > 1 ? stereo : mono}k`,
});
const fixed = (settings: Settings) => () => settings;
const lossless = (settings: Settings) => ({ low: fixed(settings), medium: fixed(settings), high: fixed(settings) });
const pcm = (encoder: string, deep: string): AudioCodec => ({
  encoder,
  settings: lossless({}),
  deep: { encoder: deep },
});

/** Every codec that sound is encoded with, and what the qualities mean for it. */
export const AUDIO_CODECS = {
  aac: {
    encoder: 'aac',
    settings: { low: perChannel(48), medium: perChannel(80), high: perChannel(128) },
    layouts: AAC,
    rates: WIDE,
  },
  mp3: {
    encoder: 'libmp3lame',
    settings: { low: fixed({ q: '6' }), medium: fixed({ q: '3' }), high: fixed({ q: '0' }) },
    rates: WIDE,
  },
  /** For containers whose players cannot do with a varying rate. */
  mp3Constant: {
    encoder: 'libmp3lame',
    settings: { low: kilobits(64, 96, 96), medium: kilobits(96, 160, 160), high: kilobits(160, 256, 256) },
    rates: [48000, 44100, 32000, 22050],
  },
  mp3Flash: {
    encoder: 'libmp3lame',
    settings: { low: kilobits(64, 96, 96), medium: kilobits(96, 160, 160), high: kilobits(160, 256, 256) },
    rates: [44100, 22050, 11025],
  },
  vorbis: {
    encoder: 'libvorbis',
    settings: { low: fixed({ q: '2' }), medium: fixed({ q: '5' }), high: fixed({ q: '8' }) },
    layouts: XIPH,
    highestRate: 192_000,
  },
  opus: {
    encoder: 'libopus',
    settings: { low: perChannel(32), medium: perChannel(56), high: perChannel(96) },
    layouts: XIPH,
  },
  speex: {
    encoder: 'libspeex',
    settings: {
      low: fixed({ cbr_quality: '4' }),
      medium: fixed({ cbr_quality: '7' }),
      high: fixed({ cbr_quality: '10' }),
    },
    layouts: STEREO,
  },
  ac3: {
    encoder: 'ac3',
    settings: { low: kilobits(64, 128, 320), medium: kilobits(96, 192, 448), high: kilobits(128, 256, 640) },
    layouts: DVD,
  },
  eac3: {
    encoder: 'eac3',
    settings: { low: kilobits(64, 96, 256), medium: kilobits(96, 160, 384), high: kilobits(128, 224, 640) },
    layouts: DVD,
  },
  mp2: {
    encoder: 'libtwolame',
    settings: { low: kilobits(64, 128, 128), medium: kilobits(96, 192, 192), high: kilobits(160, 320, 320) },
    layouts: STEREO,
    rates: [48000, 44100, 32000],
  },
  wma: {
    encoder: 'wmav2',
    settings: { low: kilobits(48, 64, 64), medium: kilobits(80, 128, 128), high: kilobits(128, 192, 192) },
    layouts: STEREO,
    rates: [48000, 44100, 32000, 22050],
  },
  flac: {
    encoder: 'flac',
    settings: lossless({ sample_fmt: 's16', compression_level: '8' }),
    layouts: XIPH,
    highestRate: 384_000,
    deep: { settings: { sample_fmt: 's32' } },
  },
  wavpack: {
    encoder: 'wavpack',
    settings: lossless({ sample_fmt: 's16p' }),
    deep: { settings: { sample_fmt: 's32p' } },
  },
  tta: {
    encoder: 'tta',
    settings: lossless({ sample_fmt: 's16' }),
    deep: { settings: { sample_fmt: 's32', bits_per_raw_sample: '24' } },
  },
  pcm: pcm('pcm_s16le', 'pcm_s24le'),
  pcmBigEndian: pcm('pcm_s16be', 'pcm_s24be'),
  /** Professional video has one rate. */
  pcmStudio: { encoder: 'pcm_s16le', settings: lossless({}), rates: [48000] },
} as const satisfies Record<string, AudioCodec>;

export type AudioCodecName = keyof typeof AUDIO_CODECS;
