import { type Extents, lengthOf, measure } from '../reading/measure.ts';
import type { Media, MediaStream, StreamType } from '../reading/media.ts';
import { probe } from '../reading/probe.ts';
import type { Source } from '../reading/source.ts';
import type { JobFiles } from '../running/tool.ts';
import { truncated, unreadable } from './unreadable.ts';

/** A source and what ffprobe reports of it. */
export interface Inspected {
  readonly source: Source;
  readonly media: Media;
  /** Seconds, as the file states, else as measured. */
  readonly duration: number;
  /** Present where the file had to be measured. */
  readonly extents?: Extents;
  /** How many seconds of the result come of the first seconds of the source. @default as many */
  readonly resultLength?: (length: number) => number;
  /** A file of tags beside those of the source. @default none */
  readonly tagFile?: string;
  /** The duration of a frame of the result, where it is longer than in the source: frames are not cut. @default 0 */
  readonly frame?: number;
}

const TYPES = ['video', 'audio'] as const satisfies readonly StreamType[];

/** By how many seconds two lengths may differ: a share, at least and at most. Frames are not cut. */
const HEADERS = { share: 0.02, least: 0.15, most: 0.5 };
const DECODED = { share: 0.02, least: 0.15, most: 2 };
const WHOLE = { share: 0.02, least: 0.25, most: 3 };

/**
 * Checks that a result has all its streams and is as long as its source. It compares the headers, and measures only where
 * they disagree.
 * @throws ConversionError UNREADABLE_FILE when the source is truncated or only a part of it could be decoded
 * @throws Error when the result lacks streams
 */
export async function checkResult(
  inspected: Inspected,
  streams: readonly MediaStream[],
  result: Source,
  files: JobFiles,
): Promise<void> {
  const { resultLength = (length) => length, frame = 0 } = inspected;
  const made = await probe(result, files);
  const types = TYPES.filter((type) => ofType(streams, type).length > 0);
  for (const type of types) {
    const wanted = ofType(streams, type).length;
    if (made[type].length >= wanted) continue;
    const extents = inspected.extents ?? (await measure(inspected.source, files));
    const there = resultLength(lengthOf(extents, indexesOf(ofType(streams, type))));
    // A part of a video need not have sound.
    if (there === 0 && inspected.resultLength && types.length > 1) continue;
    if (there === 0) throw unreadable(`no ${type} in the file`);
    // Some formats leave out a stream of which nothing was decoded.
    if (made[type].length === 0) throw unreadable(`no ${type} was decoded`);
    throw new Error(`the result has ${made[type].length} of ${wanted} ${type} streams`);
  }
  const lengths = new Map(types.map((type) => [type, statedLength(made, made[type])]));
  if (
    !inspected.extents &&
    types.every((type) => {
      const stated = statedLength(inspected.media, ofType(streams, type));
      const reached = lengths.get(type);
      return stated !== undefined && reached !== undefined && isNear(reached, resultLength(stated), HEADERS, frame);
    })
  )
    return;
  const extents = inspected.extents ?? (await measure(inspected.source, files));
  checkWhole(inspected.media, extents);
  const slack = frame + primingOf(inspected.media, extents);
  let measured: Extents | undefined;
  for (const type of types) {
    const there = resultLength(lengthOf(extents, indexesOf(ofType(streams, type))));
    if (isLongEnough(lengths.get(type), there, slack) || (there === 0 && inspected.resultLength)) continue;
    measured ??= await measure(result, files);
    const reached = lengthOf(measured, indexesOf(made[type]));
    if (reached === 0) throw unreadable(`no ${type} was decoded`);
    if (!isLongEnough(reached, there, slack)) throw truncated(there, reached, `of the ${type}`);
    if (reached > 1.5 * there + 1 + frame)
      throw new Error(`the ${type} of the result lasts ${reached} instead of ${there} seconds`);
  }
}

/** The seconds of the first packets that only prime the decoder, as the file states. */
function primingOf({ start = 0 }: Media, extents: Extents): number {
  return Math.max(0, start - Math.min(...[...extents.values()].map((extent) => extent.start)));
}

function isLongEnough(reached: number | undefined, wanted: number, frame: number): boolean {
  return reached !== undefined && (isNear(reached, wanted, DECODED, frame) || reached > wanted);
}

/** The duration of streams that their file states; undefined where it states none. */
function statedLength({ duration, estimated }: Media, streams: readonly MediaStream[]): number | undefined {
  if (estimated) return undefined;
  const known = streams.flatMap((stream) => stream.duration ?? []);
  const longest = known.length === streams.length ? Math.max(...known) : duration;
  return longest === 0 ? undefined : longest;
}

/** A file that is shorter than it states is truncated. */
function checkWhole({ duration, estimated }: Media, extents: Extents): void {
  const preroll = Math.max(0, ...[...extents.values()].map((extent) => extent.preroll));
  const found = lengthOf(extents) + preroll;
  if (duration !== undefined && !estimated && found < duration && !isNear(found, duration, WHOLE))
    throw truncated(duration, found);
}

function ofType(streams: readonly MediaStream[], type: StreamType): readonly MediaStream[] {
  return streams.filter((stream) => stream.type === type);
}

function indexesOf(streams: readonly MediaStream[]): number[] {
  return streams.map(({ index }) => index);
}

function isNear(a: number, b: number, { share, least, most }: typeof HEADERS, frame = 0): boolean {
  return Math.abs(a - b) <= Math.max(least, Math.min(most, share * b)) + frame;
}
