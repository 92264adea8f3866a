import type { FormatName } from '../../../conversion/formats.ts';
import { invalidOption } from '../../../conversion/options.ts';
import type { Given } from '../../options/given.ts';
import type { END, START } from '../../options/time.ts';
import type { Media } from '../reading/media.ts';

/** The part of a source that is converted, in seconds of the source. */
export interface Cut {
  readonly start: number;
  /** @default the end of the source */
  readonly end?: number;
}

/** The option values of a part of the source. */
export type TimeOptions = Given<{ start: typeof START; end: typeof END }>;

/** Containers with an index, in which ffmpeg can seek. */
const INDEXED: readonly FormatName[] = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'flv', 'wmv', '3gp', '3g2'];
/** Seconds that are decoded before the start, so that decoders are ready there. */
const PREROLL = 10;
/** Timestamps are rounded to milliseconds, so that a frame may begin a little earlier. */
const ROUNDING = 0.0005;

/**
 * The requested part of a source; undefined where that is all of it.
 * @throws ConversionError INVALID_OPTION when the source has no such part
 */
export function cutOf({ start = 0, end }: TimeOptions, duration: number): Cut | undefined {
  if (start >= duration && start > 0)
    throw invalidOption(`The option "start" must be before the end of the file, at ${inSeconds(duration)} seconds.`);
  if (end !== undefined && end <= start)
    throw invalidOption(`The option "end" must be after the start, at ${inSeconds(start)} seconds.`);
  if (end === undefined || end >= duration) return start > 0 ? { start } : undefined;
  return { start, end };
}

/** How many of the first seconds of the source are within the part. */
export function lengthWithin(cut: Cut | undefined, length: number): number {
  if (!cut) return length;
  return Math.max(0, Math.min(length, cut.end ?? length) - cut.start);
}

/** Input options that shift timestamps so that the part begins at 0. */
export function cutReading(cut: Cut | undefined, format: FormatName, { start: first = 0 }: Media): string[] {
  if (!cut) return [];
  const sought = INDEXED.includes(format) && cut.start > PREROLL ? cut.start - PREROLL : 0;
  // Players skip what is before 0, which only primes the decoder: the options count from 0 as well.
  const offset = Math.min(0, first) - (cut.start - sought);
  return [...(sought > 0 ? ['-noaccurate_seek', '-ss', sought.toFixed(6)] : []), ...['-itsoffset', offset.toFixed(6)]];
}

/** The filter that passes only the frames of the part. */
export function cutVideo(cut: Cut | undefined): string[] {
  return cut ? [`trim=start=${-ROUNDING}${endOf(cut, ROUNDING)}`] : [];
}

/** The filter that passes only the sound of the part, exact to the sample. */
export function cutSound(cut: Cut | undefined): string[] {
  return cut ? [`atrim=start=0${endOf(cut, 0)}`] : [];
}

/** The bitstream filter that passes only the subtitles of the part, and clips those that reach beyond it. */
export function cutSubtitles({ start, end }: Cut): string {
  const until = end === undefined ? undefined : (end - start).toFixed(6);
  const outside = `lte(pts+duration\\,0)${until ? `+gte(pts*tb\\,${until})` : ''}`;
  const last = until ? `min(PTS+DURATION\\,${until}/TB)` : '(PTS+DURATION)';
  const begin = 'max(PTS\\,0)';
  return `noise=amount=0:drop=${outside},setts=pts=${begin}:dts=${begin}:duration=${last}-${begin}`;
}

function endOf({ start, end }: Cut, rounding: number): string {
  return end === undefined ? '' : `:end=${(end - start - rounding).toFixed(6)}`;
}

function inSeconds(seconds: number): string {
  return String(Number(seconds.toFixed(3)));
}
