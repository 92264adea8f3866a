import type { FormatName } from '../../../conversion/formats.ts';
import { tooComplex } from '../../refusals.ts';
import type { Media, MediaStream } from '../reading/media.ts';
import { fractionValue } from '../reading/probe.ts';
import { RESULT_LIMIT } from '../running/tool.ts';
import type { Effort, VideoCodec } from './video-codecs.ts';

/** The longest a job may take, in seconds: two attempts and the wait for them must end before its source is deleted. */
export const TIME_LIMIT = 690;

/** The limits of what a file's headers may claim. */
export const LIMITS = {
  /** Seconds. */
  duration: 12 * 3600,
  /** All sound tracks together, in seconds. */
  sound: 16 * 3600,
  streams: 64,
  /** Pixels of a frame: 8K. */
  framePixels: 7680 * 4320,
  /** Pixels of a frame that is encoded: 4K in any aspect ratio. */
  encodedPixels: 4096 * 2304,
  /** Pixels of a still picture. */
  picturePixels: 100_000_000,
  /** Seconds of an animated picture. */
  animation: 300,
  /** Pixels of an animated picture, all frames together. */
  animationPixels: 1_000_000_000,
  subtitleBytes: 10 * 1024 * 1024,
  /** Characters of all subtitles together, counted as often as they are shown. */
  subtitleText: 20_000_000,
  /** Seconds: the formats have two digits for hours. */
  subtitleTime: 100 * 3600,
} as const;

/** Seconds that encoding should take, if need be with less effort, and may take with the least effort. */
const WANTED_TIME = 400;
const LONGEST_TIME = 600;

/** Megapixels a second of tone mapping, which uses floating point. */
const TONE_MAPPING_SPEED = 15;
/** Megapixels a second of decoding and scaling. */
const SCALING_SPEED = 150;

/**
 * Refuses a file by its headers that is too long or too large.
 * @throws ConversionError TOO_COMPLEX
 */
export function checkMedia(media: Media, duration: number, framePixels: number = LIMITS.framePixels): void {
  const count = media.video.length + media.audio.length + media.subtitles.length;
  if (count > LIMITS.streams)
    throw tooComplex(`The file has ${count} tracks; at most ${LIMITS.streams} are converted.`);
  if (duration > LIMITS.duration)
    throw tooComplex(`The file lasts ${inWords(duration)}; at most ${inWords(LIMITS.duration)} are converted.`);
  for (const { width, height } of media.video) checkFrame(width, height, framePixels);
}

/** @throws ConversionError TOO_COMPLEX */
export function checkFrame(width: number, height: number, limit: number, what = 'video'): void {
  if (width * height <= limit) return;
  const most = Number((limit / 1_000_000).toFixed(1));
  throw tooComplex(
    `The ${what} has ${width} x ${height} pixels; at most ${most} million are converted. Scale it down first.`,
  );
}

/** @throws ConversionError TOO_COMPLEX */
export function checkAnimationSize({ frames, pixels }: { readonly frames: number; readonly pixels: number }): void {
  if (!Number.isFinite(pixels) || pixels <= LIMITS.animationPixels) return;
  throw tooComplex(
    `The animation has ${frames} frames of ${Math.round(pixels / frames)} pixels; at most ${LIMITS.animationPixels / 1_000_000} million are converted, all frames together. Scale it down first.`,
  );
}

/** @throws ConversionError TOO_COMPLEX */
export function checkSubtitleText(characters: number): void {
  const most = LIMITS.subtitleText;
  if (characters > most)
    throw tooComplex(
      `The subtitles have ${characters} characters, each counted as often as it is shown; at most ${most} are converted.`,
    );
}

/**
 * @param end when the last one ends, in seconds
 * @throws ConversionError TOO_COMPLEX
 */
export function checkSubtitleTime(end: number): void {
  const most = LIMITS.subtitleTime;
  if (end >= most)
    throw tooComplex(`Some subtitles are shown after ${inWords(most)}, which is more than is converted.`);
}

/** @throws ConversionError TOO_COMPLEX */
export function checkAnimation(duration: number, target: FormatName): void {
  if (duration > LIMITS.animation)
    throw tooComplex(
      `The video lasts ${inWords(duration)}; ${target} is made of at most ${inWords(LIMITS.animation)}. Cut it first.`,
    );
}

/** Refuses sound that would take too long, or whose result would be too large. */
export function checkSound(tracks: readonly MediaStream[], duration: number, bytesPerSecond: number): void {
  if (tracks.length * duration > LIMITS.sound)
    throw tooComplex(
      `The file has ${tracks.length} sound tracks of ${inWords(duration)}; at most ${inWords(LIMITS.sound)} are converted.`,
    );
  const longest = (RESULT_LIMIT * 1_000_000) / bytesPerSecond;
  if (duration > longest)
    throw tooComplex(
      `The file lasts ${inWords(duration)}; uncompressed, at most ${inWords(longest)} of such sound are written. Choose flac or mp3.`,
    );
}

/**
 * The best effort with which a video is encoded in time.
 * @param source the source, where it has another size or frame rate
 * @param speed of the machine, as a multiple of two Lambda vCPUs
 * @throws ConversionError TOO_COMPLEX when there is none
 */
export function chooseEffort(
  stream: MediaStream,
  duration: number,
  codec: VideoCodec,
  target: FormatName,
  source?: MediaStream,
  speed = 1,
): Effort {
  const { width, height, frameRate = '25', hdr } = stream;
  checkFrame(width, height, LIMITS.encodedPixels);
  const rate = millionsASecond(stream);
  const decoded = source ? millionsASecond(source) : rate;
  const others = (hdr ? decoded / TONE_MAPPING_SPEED : 0) + (source ? decoded / SCALING_SPEED : 0);
  const timeOfSecond = (effort: Effort) => {
    const scales = effort.scales ?? codec.scales ?? false;
    return rate / effort.speed / (scales ? speed : Math.min(1, speed)) + others / speed;
  };
  const timeWith = (effort: Effort) => duration * timeOfSecond(effort);
  const fitting = codec.efforts.filter(({ framePixels = LIMITS.encodedPixels }) => width * height <= framePixels);
  const wanted = fitting.find((effort) => timeWith(effort) <= WANTED_TIME);
  if (wanted) return wanted;
  const [least = codec.efforts[0]] = fitting.toSorted((one, other) => timeOfSecond(one) - timeOfSecond(other));
  if (timeWith(least) <= LONGEST_TIME) return least;
  const most = inWords(LONGEST_TIME / timeOfSecond(least));
  throw tooComplex(
    `The video has ${inWords(duration)} of ${width} x ${height} pixels at ${Number(fractionValue(frameRate).toPrecision(2))} frames a second; ` +
      `of that, at most ${most} can be converted to ${target}. Shorten it, or scale it down first.`,
  );
}

/** Megapixels per second of a video. */
export function millionsASecond({ width, height, frameRate = '25' }: MediaStream): number {
  return (width * height * fractionValue(frameRate)) / 1_000_000;
}

/** A duration for a message, rounded, in a suitable unit. */
export function inWords(duration: number): string {
  if (duration < 120) return `${Math.floor(duration)} seconds`;
  if (duration < 7200) return `${Math.floor(duration / 60)} minutes`;
  return `${Number((duration / 3600).toFixed(1))} hours`;
}
