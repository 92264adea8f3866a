import type { FormatName } from '../../../conversion/formats.ts';
import { invalidOption } from '../../../conversion/options.ts';
import type { Given } from '../../options/given.ts';
import type { END, START } from '../../options/time.ts';
import type { Media } from '../reading/media.ts';

/** The part of a source that the result is made of, in seconds of the source. */
export interface Cut {
  readonly start: number;
  /** @default the end of the source */
  readonly end?: number;
}

/** What may be asked of the times of a source. */
export type TimeOptions = Given<{ start: typeof START; end: typeof END }>;

/** Containers with an index, in which a place is found without reading all before it. */
const INDEXED: readonly FormatName[] = ['mp4', 'mov', 'mkv', 'webm', 'avi', 'flv', 'wmv', '3gp', '3g2'];
/** Seconds that are decoded before the start, so that decoders are ready there. */
const LEAD = 10;
/** Times are given to a thousandth, which a frame need not begin at. */
const ROUNDING = 0.0005;

/**
 * The part that is asked for; nothing where that is all.
 * @throws ConversionError INVALID_OPTION when there is no such part
 */
export function cutOf({ start = 0, end }: TimeOptions, duration: number): Cut | undefined {
  if (start >= duration && start > 0)
    throw invalidOption(`The option "start" must be before the end of the file, at ${inSeconds(duration)} seconds.`);
  if (end !== undefined && end <= start)
    throw invalidOption(`The option "end" must be after the start, at ${inSeconds(start)} seconds.`);
  if (end === undefined || end >= duration) return start > 0 ? { start } : undefined;
  return { start, end };
}

/** How much of so many seconds, from the beginning on, is within the part. */
export function lengthWithin(cut: Cut | undefined, length: number): number {
  if (!cut) return length;
  return Math.max(0, Math.min(length, cut.end ?? length) - cut.start);
}

/** Options for reading a source so that the time 0 is where the part begins. What comes before has times below that. */
export function cutReading(cut: Cut | undefined, format: FormatName, { start: first = 0 }: Media): string[] {
  if (!cut) return [];
  const sought = INDEXED.includes(format) && cut.start > LEAD ? cut.start - LEAD : 0;
  // What comes before the time 0 makes the decoder ready and is not played: times are counted from 0 all the same.
  const offset = Math.min(0, first) - (cut.start - sought);
  return [...(sought > 0 ? ['-noaccurate_seek', '-ss', sought.toFixed(6)] : []), ...['-itsoffset', offset.toFixed(6)]];
}

/** The filter that lets only the pictures of the part pass. */
export function cutPictures(cut: Cut | undefined): string[] {
  return cut ? [`trim=start=${-ROUNDING}${endOf(cut, ROUNDING)}`] : [];
}

/** The filter that lets only the sound of the part pass, exact to the sample. */
export function cutSound(cut: Cut | undefined): string[] {
  return cut ? [`atrim=start=0${endOf(cut, 0)}`] : [];
}

/** The filter of packets that lets only the subtitles of the part pass, and those reaching into it begin and end with it. */
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
