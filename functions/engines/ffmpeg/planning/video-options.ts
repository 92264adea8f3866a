import type { FormatName } from '../../../conversion/formats.ts';
import { invalidOption } from '../../../conversion/options.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { fractionValue } from '../reading/probe.ts';
import type { Settings } from './audio-codecs.ts';
import type { TimeOptions } from './cut.ts';
import { type GeometryOptions, isReshaped } from './geometry.ts';
import { VIDEO_CODECS, type VideoCodec } from './video-codecs.ts';
import type { VideoTarget } from './video-targets.ts';

/** The option values of a video. */
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

/** NTSC frame rates, which people write in decimals. */
const NTSC = [24_000, 30_000, 60_000, 120_000].map((thousandths) => `${thousandths}/1001`);
const NEAR = 0.006;
/** ffprobe's names for codecs that have other names in the options. */
const PROBED: Readonly<Record<string, readonly string[]>> = {
  mpeg2: ['mpeg2video'],
  pcm: ['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be'],
};

/** Whether the options change the pictures, so that they cannot be copied. */
export function changesVideo(options: VideoOptions): boolean {
  const { fps, crf, video_bitrate: bitrate, subtitles } = options;
  return isReshaped(options) || [fps, crf, bitrate].some((option) => option !== undefined) || subtitles === 'burn';
}

/** The codecs, by ffprobe's names, that may be copied: those of the target, or only the requested one. */
export function copiesOf(copies: readonly string[], word: string | undefined): readonly string[] {
  if (word === undefined) return copies;
  const names = PROBED[word] ?? [word];
  return copies.filter((name) => names.includes(name));
}

/** The codec that video is encoded with. */
export function videoCodecOf(target: VideoTarget, { video_codec: word }: VideoOptions): VideoCodec {
  return VIDEO_CODECS[target.videoCodecs?.[word ?? ''] ?? target.video];
}

/**
 * The encoder's settings for the quality, or for a requested rate factor or bitrate.
 * @throws ConversionError INVALID_OPTION when the codec does not support it
 */
export function videoSettings(codec: VideoCodec, quality: Quality, options: VideoOptions): Settings {
  const settings: Settings = codec.settings[quality];
  const { crf, video_bitrate: bitrate } = options;
  if (bitrate !== undefined) {
    if (codec.bitrate === false)
      throw invalidOption(`The option "video_bitrate" cannot be used for ${options.video_codec}, which has none.`);
    const { crf: _crf, q: _q, ...rest } = settings;
    return { ...rest, b: `${bitrate}k` };
  }
  if (crf === undefined) return settings;
  const word = options.video_codec ?? 'this codec';
  if (!codec.crf)
    throw invalidOption(`The option "crf" cannot be used for ${word}. Set "video_bitrate" or a quality instead.`);
  const { least, most } = codec.crf;
  if (crf < least || crf > most)
    throw invalidOption(`The option "crf" must be from ${least} to ${most} for ${word}, not ${crf}.`);
  return { ...settings, crf: String(crf) };
}

/**
 * The requested frame rate, as an exact fraction.
 * @throws ConversionError INVALID_OPTION when the codec does not support it
 */
export function rateOf({ frameRates }: VideoCodec, { fps }: VideoOptions, target: FormatName): string | undefined {
  if (fps === undefined) return undefined;
  const exact = NTSC.find((rate) => Math.abs(fractionValue(rate) - fps) < NEAR) ?? String(fps);
  if (!frameRates || frameRates === 'steady' || frameRates.includes(exact)) return exact;
  const known = frameRates.map((rate) => Number(fractionValue(rate).toFixed(3)));
  throw invalidOption(`The option "fps" must be one of: ${known.join(', ')} for ${target}, not ${fps}.`);
}
