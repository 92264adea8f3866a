import { ConversionError } from '../../../conversion/errors.ts';
import { invalidOption } from '../../../conversion/options.ts';
import type { Quality } from '../../../conversion/quality.ts';
import type { Media, MediaStream } from '../reading/media.ts';
import { fractionValue } from '../reading/probe.ts';
import type { Settings } from './audio-codecs.ts';
import { type Cut, cutSubtitles, cutVideo, lengthWithin } from './cut.ts';
import { isReshaped, type Resizing, reshape } from './geometry.ts';
import { chooseEffort } from './limits.ts';
import { joinPlans, mainStream, type Plan, type StreamPlan } from './plan.ts';
import { lengthArguments, planSound, soundTracks, tagArguments } from './plan-audio.ts';
import type { Effort, VideoCodec } from './video-codecs.ts';
import { steadyRate, type VideoChange, videoFilters } from './video-filters.ts';
import { changesVideo, copiesOf, rateOf, type VideoOptions, videoCodecOf, videoSettings } from './video-options.ts';
import { VIDEO_TARGETS, type VideoTarget, type VideoTargetName } from './video-targets.ts';

/** What the options ask of a video. */
export interface VideoPlanOptions {
  readonly target: VideoTargetName;
  readonly quality: Quality;
  /** Whether streams that fit the target are copied without encoding. */
  readonly copy: boolean;
  /** Seconds of the source. */
  readonly duration: number;
  /** Whether the source is an animated picture, whose frames have durations of their own. */
  readonly animated: boolean;
  /** The specifiers of the tags, the first of which counts; undefined where they are left out. */
  readonly tags: readonly string[] | undefined;
  readonly options?: VideoOptions;
  /** The requested part of the source. @default all */
  readonly cut?: Cut | undefined;
  /** The filters that burn subtitles in. @default none */
  readonly drawing?: readonly string[];
  /** The speed of the machine, as a multiple of two Lambda vCPUs. @default 1 */
  readonly speed?: number;
}

/** The codecs of text subtitles, which convert to one another. */
export const TEXT_SUBTITLES = ['subrip', 'srt', 'ass', 'ssa', 'webvtt', 'mov_text', 'text'];

/** The pixel formats in which browsers and phones play a codec. @default any */
const PLAYED: Readonly<Record<string, readonly string[]>> = {
  h264: ['yuv420p', 'yuvj420p'],
  hevc: ['yuv420p', 'yuvj420p', 'yuv420p10le'],
};

const NO_COPIES: VideoTarget['copies'] = { video: [], audio: [] };

/** Plans a video with its sound and subtitles. */
export function planVideo(media: Media, asked: VideoPlanOptions): Plan {
  const { cut, options = {} } = asked;
  const target: VideoTarget = VIDEO_TARGETS[asked.target];
  const picture = mainStream(media.video);
  const { audio_codec: word, audio_bitrate: bitrate } = options;
  const { video, audio, subtitle = [] } = asked.copy ? target.copies : NO_COPIES;
  const pictures = media.trimmed && !target.rotation ? [] : copiesOf(video, options.video_codec);
  const sound = target.audioCodecs?.[word ?? ''] ?? target.audio;
  const context = {
    copies: media.trimmed ? [] : copiesOf(audio, word),
    keepsTime: true,
    asked: { cut, bitrate },
  };
  const plans = [
    ...(picture ? [planVideoStream(picture, asked, target, pictures)] : []),
    ...tracksOf(media, target, options).map((stream) => planSound(stream, sound, asked.quality, context)),
    ...subtitlesOf(media, options).flatMap((stream) => planSubtitle(stream, target, subtitle, cut)),
  ];
  return joinPlans(plans, [
    ...tagArguments(asked.tags),
    ...lengthArguments(cut),
    ...(target.options ?? []),
    ...['-f', target.muxer],
  ]);
}

function tracksOf(media: Media, target: VideoTarget, options: VideoOptions): readonly MediaStream[] {
  if (options.audio !== false) return soundTracks(media, target);
  for (const name of ['audio_codec', 'audio_bitrate'] as const) {
    if (options[name] !== undefined) throw invalidOption(`The option "${name}" cannot be used where "audio" is false.`);
  }
  return [];
}

function subtitlesOf({ subtitles }: Media, { subtitles: wanted = 'keep' }: VideoOptions): readonly MediaStream[] {
  return wanted === 'keep' ? subtitles : [];
}

function planVideoStream(
  stream: MediaStream,
  asked: VideoPlanOptions,
  target: VideoTarget,
  copies: readonly string[],
): StreamPlan {
  const anew = asked.cut !== undefined || changesVideo(asked.options ?? {});
  const copyable = !anew && copies.includes(stream.codec) && (!stream.rotated || target.rotation);
  if (!copyable) return encodeVideoStream(stream, asked, target);
  // The codec tag that Apple's players need.
  const settings: Settings = stream.codec === 'hevc' && target.rotation ? { c: 'copy', tag: 'hvc1' } : { c: 'copy' };
  const copy = { stream, options: settings };
  if (target.anyProfile || isPlayed(stream)) return copy;
  try {
    return encodeVideoStream(stream, asked, target);
  } catch (error) {
    // Some players play it; a refusal would help nobody.
    if (error instanceof ConversionError && error.code === 'TOO_COMPLEX') return copy;
    throw error;
  }
}

/** Whether browsers and phones play the profile of a stream: no more than 8 bits 4:2:0, or 10 bits of HEVC. */
function isPlayed({ codec, pixelFormat }: MediaStream): boolean {
  return PLAYED[codec]?.includes(pixelFormat) ?? true;
}

function encodeVideoStream(stream: MediaStream, asked: VideoPlanOptions, target: VideoTarget): StreamPlan {
  const { quality, animated, options = {} } = asked;
  const codec = videoCodecOf(target, options);
  const frameRates = codec.frameRates ?? (animated ? 'steady' : undefined);
  const change = changeOf(stream, asked, codec);
  const { transparent: _, ...opaque } = codec;
  const steady = change.rate ?? steadyRate(stream, frameRates);
  return {
    stream,
    options: {
      c: codec.encoder,
      ...videoSettings(codec, quality, options),
      ...effortOf(stream, asked, codec, { ...change, rate: steady }).settings,
      ...(codec.encoder === 'libx265' && target.rotation ? { tag: 'hvc1' } : {}),
      ...keyFrames(codec, steady),
      filter: videoFilters(stream, frameRates, change, keepsAlpha(asked) ? codec : opaque),
      // Filters that change timestamps lose the frame rate.
      ...(steady ? { fps_mode: 'cfr', r: steady } : { fps_mode: 'vfr', enc_time_base: 'demux' }),
    },
  };
}

/**
 * Whether a transparent video stays so. Any GIF is taken for transparent; burnt subtitles would be so too, and chunks, which
 * have filters of their own, are MP4 files without alpha.
 */
function keepsAlpha({ animated, drawing = [] }: VideoPlanOptions): boolean {
  return !animated && drawing.length === 0;
}

function keyFrames({ keyFrames: seconds }: VideoCodec, rate = '25'): Settings {
  return seconds === undefined ? {} : { g: String(Math.max(1, Math.floor(seconds * fractionValue(rate)))) };
}

function changeOf(stream: MediaStream, asked: VideoPlanOptions, codec: VideoCodec): VideoChange {
  const { target, cut, options = {}, drawing = [] } = asked;
  const rate = rateOf(codec, options, target);
  const reshaping = isReshaped(options) ? reshape(stream, options, 2) : undefined;
  if (reshaping) checkSides(reshaping, codec);
  return { cut: cutVideo(cut), drawing, ...(reshaping ? { reshaping } : {}), ...(rate ? { rate } : {}) };
}

/** Chooses the effort by the size of the result; scaling a larger source takes time too. */
function effortOf(
  stream: MediaStream,
  { target, duration, cut, options = {}, speed }: VideoPlanOptions,
  codec: VideoCodec,
  { reshaping, rate }: Pick<VideoChange, 'reshaping'> & { readonly rate: string | undefined },
): Effort {
  const { width, height } = reshaping ?? stream;
  const length = lengthWithin(cut, duration);
  const slow = stream.averageRate !== undefined && stream.averageRate < 1 ? String(stream.averageRate) : undefined;
  const made = { ...stream, width, height, frameRate: rate ?? slow ?? stream.frameRate };
  return chooseEffort(made, length, codec, target, reshaping || options.fps ? stream : undefined, speed);
}

function checkSides({ width, height }: Resizing, { smallestSide = 2, largestSide = 8190 }: VideoCodec): void {
  const [least, most] = [Math.min(width, height), Math.max(width, height)];
  if (least >= smallestSide && most <= largestSide) return;
  throw invalidOption(
    `The options "width", "height" and "crop" make a video of ${width} x ${height} pixels; the codec takes sides from ${smallestSide} to ${largestSide}.`,
  );
}

function planSubtitle(
  stream: MediaStream,
  { subtitle }: VideoTarget,
  copies: readonly string[],
  cut: Cut | undefined,
): StreamPlan[] {
  // ffmpeg would make the first one the default where none is.
  const shown = { disposition: stream.preferred ? '+default' : '-default' };
  const within: Settings = { ...shown, ...(cut ? { bsf: cutSubtitles(cut) } : {}) };
  if (copies.includes(stream.codec)) return [{ stream, options: { c: 'copy', ...within } }];
  if (!subtitle || !TEXT_SUBTITLES.includes(stream.codec)) return [];
  return [{ stream, options: { c: subtitle, ...within } }];
}
