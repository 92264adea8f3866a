import type { Quality } from '../../../conversion/quality.ts';

/** Options of an encoder, without the stream specifier in their names. */
export type Settings = Readonly<Record<string, string>>;

/** A range of numbers. */
export interface Range {
  readonly least: number;
  readonly most: number;
}

/** How ffmpeg encodes sound with a codec. */
export interface AudioCodec {
  readonly encoder: string;
  /** The settings for each quality; bitrates depend on the number of channels. */
  readonly settings: Readonly<Record<Quality, (channels: number) => Settings>>;
  /** The channel layouts that the codec supports, the most channels last. @default any */
  readonly layouts?: readonly string[];
  /** The sample rates that the codec supports, where ffmpeg does not know them. */
  readonly rates?: readonly number[];
  /** The highest sample rate, where the codec supports any below it. */
  readonly highestRate?: number;
  /** The bitrates that clients may choose, in kbit/s; none for lossless codecs. */
  readonly bitrates?: readonly number[] | Range;
  /** The sample rates that clients may choose. @default any */
  readonly sampleRates?: readonly number[] | Range;
  /** The most channels that clients may choose. @default as many as there are layouts for */
  readonly mostChannels?: number;
  /** For lossless codecs: how they keep samples of more than 16 bits. */
  readonly highDepth?: { readonly encoder?: string; readonly settings?: Settings };
}

/** Sample rates of MPEG-1 and of MPEG-2's low sampling frequencies. */
const MPEG1_RATES = [32000, 44100, 48000];
const MPEG2_RATES = [16000, 22050, 24000];
const MP3_RATES = [8000, 11025, 12000, ...MPEG2_RATES, ...MPEG1_RATES];
const MP3_BITRATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const MP2_BITRATES = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384];
const AC3_BITRATES = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640];
const AAC_RATES = [8000, 11025, 12000, 16000, 22050, 24000, 32000, 44100, 48000, 64000, 88200, 96000];
const MP3_CHOICE = { bitrates: MP3_BITRATES, sampleRates: MP3_RATES, mostChannels: 2 };
const ANY_RATE = { least: 8000, most: 384_000 };

const STEREO = ['mono', 'stereo'];
const DVD = ['mono', 'stereo', '5.1(side)'];
const XIPH = ['mono', 'stereo', '3.0', 'quad', '5.0', '5.1', '6.1', '7.1'];
/** At lower rates the encoder delay grows, and some players do not support the rate. */
const WIDE = [48000, 44100, 32000, 24000];
const AAC = ['mono', 'stereo', '3.0', '4.0', '5.0', '5.1', '7.1'];

/** A bitrate per channel; of more than two channels, each gets three quarters. */
const perChannel = (kilobits: number) => (channels: number) => ({
  b: `${Math.round(kilobits * (channels > 2 ? channels * 0.75 : channels))}k`,
});
const kilobits = (mono: number, stereo: number, surround: number) => (channels: number) => ({
  b: `${channels > 2 ? surround : channels > 1 ? stereo : mono}k`,
});
const fixed = (settings: Settings) => () => settings;
const lossless = (settings: Settings) => ({ low: fixed(settings), medium: fixed(settings), high: fixed(settings) });
const pcm = (encoder: string, highDepth: string): AudioCodec => ({
  encoder,
  sampleRates: ANY_RATE,
  settings: lossless({}),
  highDepth: { encoder: highDepth },
});

/** Every codec that sound is encoded with. */
export const AUDIO_CODECS = {
  aac: {
    encoder: 'aac',
    bitrates: { least: 8, most: 1536 },
    sampleRates: AAC_RATES,
    settings: { low: perChannel(48), medium: perChannel(80), high: perChannel(128) },
    layouts: AAC,
    rates: WIDE,
  },
  mp3: {
    encoder: 'libmp3lame',
    ...MP3_CHOICE,
    settings: { low: fixed({ q: '6' }), medium: fixed({ q: '3' }), high: fixed({ q: '0' }) },
    rates: WIDE,
  },
  /** For containers whose players need a constant bitrate. */
  mp3Constant: {
    encoder: 'libmp3lame',
    ...MP3_CHOICE,
    settings: { low: kilobits(64, 96, 96), medium: kilobits(96, 160, 160), high: kilobits(160, 256, 256) },
    rates: [48000, 44100, 32000, 22050],
  },
  vorbis: {
    encoder: 'libvorbis',
    bitrates: { least: 32, most: 1000 },
    sampleRates: { least: 8000, most: 192_000 },
    settings: { low: fixed({ q: '2' }), medium: fixed({ q: '5' }), high: fixed({ q: '8' }) },
    layouts: XIPH,
    highestRate: 192_000,
  },
  opus: {
    encoder: 'libopus',
    bitrates: { least: 6, most: 1536 },
    // Opus always decodes to 48 kHz.
    sampleRates: [],
    settings: { low: perChannel(32), medium: perChannel(56), high: perChannel(96) },
    layouts: XIPH,
  },
  ac3: {
    encoder: 'ac3',
    bitrates: AC3_BITRATES,
    sampleRates: MPEG1_RATES,
    settings: { low: kilobits(64, 128, 320), medium: kilobits(96, 192, 448), high: kilobits(128, 256, 640) },
    layouts: DVD,
  },
  eac3: {
    encoder: 'eac3',
    bitrates: { least: 32, most: 3024 },
    sampleRates: MPEG1_RATES,
    settings: { low: kilobits(64, 96, 256), medium: kilobits(96, 160, 384), high: kilobits(128, 224, 640) },
    layouts: DVD,
  },
  mp2: {
    encoder: 'libtwolame',
    bitrates: MP2_BITRATES,
    sampleRates: [...MPEG2_RATES, ...MPEG1_RATES],
    settings: { low: kilobits(64, 128, 128), medium: kilobits(96, 192, 192), high: kilobits(160, 320, 320) },
    layouts: STEREO,
    rates: [48000, 44100, 32000],
  },
  wma: {
    encoder: 'wmav2',
    bitrates: { least: 24, most: 384 },
    sampleRates: [8000, 11025, 16000, 22050, 32000, 44100, 48000],
    settings: { low: kilobits(48, 64, 64), medium: kilobits(80, 128, 128), high: kilobits(128, 192, 192) },
    layouts: STEREO,
    rates: [48000, 44100, 32000, 22050],
  },
  flac: {
    encoder: 'flac',
    sampleRates: ANY_RATE,
    settings: lossless({ sample_fmt: 's16', compression_level: '8' }),
    layouts: XIPH,
    highestRate: 384_000,
    highDepth: { settings: { sample_fmt: 's32' } },
  },
  wavpack: {
    encoder: 'wavpack',
    sampleRates: ANY_RATE,
    settings: lossless({ sample_fmt: 's16p' }),
    highDepth: { settings: { sample_fmt: 's32p' } },
  },
  pcm: pcm('pcm_s16le', 'pcm_s24le'),
  pcmBigEndian: pcm('pcm_s16be', 'pcm_s24be'),
  /** Professional video has a single sample rate. */
  pcmStudio: { encoder: 'pcm_s16le', settings: lossless({}), rates: [48000], sampleRates: [48000] },
  /** For videos that Apple's programs edit. */
  alac: {
    encoder: 'alac',
    settings: lossless({ sample_fmt: 's16p' }),
    highDepth: { settings: { sample_fmt: 's32p' } },
    layouts: STEREO,
  },
} as const satisfies Record<string, AudioCodec>;

export type AudioCodecName = keyof typeof AUDIO_CODECS;
