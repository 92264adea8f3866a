import type { FormatName } from '../../../conversion/formats.ts';
import { invalidOption } from '../../../conversion/options.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { fractionValue } from '../reading/read-probe.ts';
import type { Settings } from './audio-codecs.ts';
import type { TimeOptions } from './cut.ts';
import { type GeometryOptions, isReshaped } from './geometry.ts';
import { VIDEO_CODECS, type VideoCodec } from './video-codecs.ts';
import type { VideoTarget } from './video-targets.ts';

/** What may be asked of a video. */
export interface VideoOptions extends GeometryOptions, TimeOptions {
  readonly fps?: number;
  readonly video_codec?: string;
  readonly crf?: number;
  readonly video_bitrate?: number;
  readonly audio?: boolean;
  readonly audio_codec?: string;
  readonly audio_bitrate?: number;
  readonly subtitles?: 'keep' | 'burn' | 'none';
  readonly strip_metadata?: 'none' | 'all';
}

/** Rates that are said in decimals, and are fractions of a thousand and one. */
const TELEVISION = [24_000, 30_000, 60_000, 120_000].map((thousandths) => `${thousandths}/1001`);
const NEAR = 0.006;
/** ffprobe's words for codecs that people call otherwise. */
const PROBED: Readonly<Record<string, readonly string[]>> = {
  mpeg2: ['mpeg2video'],
  pcm: ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be'],
};

/** Whether the pictures are to be other than they are, so that they cannot be taken over. */
export function changesPictures(options: VideoOptions): boolean {
  const { fps, crf, video_bitrate: bitrate, subtitles } = options;
  return isReshaped(options) || [fps, crf, bitrate].some((option) => option !== undefined) || subtitles === 'burn';
}

/** The codecs, in ffprobe's words, of pictures that may be taken over: those of the target, or the one that is asked for. */
export function videoCopies({ copies }: VideoTarget, { video_codec: word }: VideoOptions): readonly string[] {
  return named(copies.video, word);
}

/** The same of sound. */
export function audioCopies({ copies }: VideoTarget, { audio_codec: word }: VideoOptions): readonly string[] {
  return named(copies.audio, word);
}

function named(copies: readonly string[], word: string | undefined): readonly string[] {
  if (word === undefined) return copies;
  const names = PROBED[word] ?? [word];
  return copies.filter((name) => names.includes(name));
}

/** The codec that pictures become. */
export function codecOfPictures(target: VideoTarget, { video_codec: word }: VideoOptions): VideoCodec {
  return VIDEO_CODECS[target.videoCodecs?.[word ?? ''] ?? target.video];
}

/**
 * What the encoder is told of quality: that of the word, or what is asked for.
 * @throws ConversionError INVALID_OPTION when the codec does not have it
 */
export function pictureSettings(codec: VideoCodec, quality: Quality, options: VideoOptions): Settings {
  const settings: Settings = codec.settings[quality];
  const { crf, video_bitrate: bitrate } = options;
  if (bitrate !== undefined) {
    if (codec.bitrate === false)
      throw invalidOption(`The option "video_bitrate" means nothing for ${options.video_codec}, which has no bitrate.`);
    const { crf: _crf, q: _q, ...rest } = settings;
    return { ...rest, b: `${bitrate}k` };
  }
  if (crf === undefined) return settings;
  const word = options.video_codec ?? 'this codec';
  if (!codec.crf)
    throw invalidOption(`The option "crf" means nothing for ${word}: give it a "video_bitrate", or a quality.`);
  const { least, most } = codec.crf;
  if (crf < least || crf > most)
    throw invalidOption(`The option "crf" must be from ${least} to ${most} for ${word}, not ${crf}.`);
  return { ...settings, crf: String(crf) };
}

/**
 * The rate of frames that is asked for, as ffmpeg's exact fraction.
 * @throws ConversionError INVALID_OPTION when the codec does not know it
 */
export function rateOf({ frameRates }: VideoCodec, { fps }: VideoOptions, target: FormatName): string | undefined {
  if (fps === undefined) return undefined;
  const exact = TELEVISION.find((rate) => Math.abs(fractionValue(rate) - fps) < NEAR) ?? String(fps);
  if (!frameRates || frameRates === 'steady' || frameRates.includes(exact)) return exact;
  const known = frameRates.map((rate) => Number(fractionValue(rate).toFixed(3)));
  throw invalidOption(`The option "fps" must be one of: ${known.join(', ')} for ${target}, not ${fps}.`);
}
