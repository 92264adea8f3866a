import { type Extents, lengthOf, measure } from '../reading/measure.ts';
import type { Media, MediaStream, StreamKind } from '../reading/media.ts';
import { probe } from '../reading/probe.ts';
import type { Source } from '../reading/source.ts';
import type { Workplace } from '../running/tool.ts';
import { cutOff, unreadable } from './unreadable.ts';

/** A source, looked at. */
export interface Inspected {
  readonly source: Source;
  readonly media: Media;
  /** Seconds: what the file states, or what was measured. */
  readonly duration: number;
  /** Present when it had to be measured. */
  readonly extents?: Extents;
  /** How long so many seconds of the source, from the beginning on, last in the result. @default as long */
  readonly lasting?: (length: number) => number;
  /** How long a frame of the result lasts, where that is longer than it was: it is not cut. @default 0 */
  readonly frame?: number;
}

const KINDS = ['video', 'audio'] as const satisfies readonly StreamKind[];

/** How much two lengths may differ, in seconds, given the share, least and most: frames of sound and pictures are not cut. */
const HEADERS = { share: 0.02, least: 0.15, most: 0.5 };
const DECODED = { share: 0.02, least: 0.15, most: 2 };
const WHOLE = { share: 0.02, least: 0.25, most: 3 };

/**
 * Checks that a result is whole: it has the streams it was to have, and is as long as its source really is.
 * Nearly always the two headers tell; only where they disagree the source is measured.
 * @throws ConversionError UNREADABLE_FILE when the source is cut off or could be decoded in part only
 * @throws Error when the result lacks streams
 */
export async function checkResult(
  inspected: Inspected,
  streams: readonly MediaStream[],
  result: Source,
  place: Workplace,
): Promise<void> {
  const { lasting = (length) => length, frame = 0 } = inspected;
  const made = await probe(result, place);
  const kinds = KINDS.filter((kind) => ofKind(streams, kind).length > 0);
  for (const kind of kinds) {
    const wanted = ofKind(streams, kind).length;
    if (made[kind].length >= wanted) continue;
    const extents = inspected.extents ?? (await measure(inspected.source, place));
    const there = lasting(lengthOf(extents, indexesOf(ofKind(streams, kind))));
    // There need not be sound in a part of a video.
    if (there === 0 && inspected.lasting && kinds.length > 1) continue;
    if (there === 0) throw unreadable(`no ${kind} in the file`);
    throw new Error(`the result has ${made[kind].length} of ${wanted} ${kind} streams`);
  }
  const lengths = new Map(kinds.map((kind) => [kind, statedLength(made, made[kind])]));
  if (
    !inspected.extents &&
    kinds.every((kind) => {
      const stated = statedLength(inspected.media, ofKind(streams, kind));
      const reached = lengths.get(kind);
      return stated !== undefined && reached !== undefined && isNear(reached, lasting(stated), HEADERS, frame);
    })
  )
    return;
  const extents = inspected.extents ?? (await measure(inspected.source, place));
  checkWhole(inspected.media, extents);
  let measured: Extents | undefined;
  for (const kind of kinds) {
    const there = lasting(lengthOf(extents, indexesOf(ofKind(streams, kind))));
    if (isLongEnough(lengths.get(kind), there, frame) || (there === 0 && inspected.lasting)) continue;
    measured ??= await measure(result, place);
    const reached = lengthOf(measured, indexesOf(made[kind]));
    if (reached === 0) throw unreadable(`no ${kind} was decoded`);
    if (!isLongEnough(reached, there, frame)) throw cutOff(there, reached, `of the ${kind}`);
    if (reached > 1.5 * there + 1 + frame)
      throw new Error(`the ${kind} of the result lasts ${reached} instead of ${there} seconds`);
  }
}

function isLongEnough(reached: number | undefined, wanted: number, frame: number): boolean {
  return reached !== undefined && (isNear(reached, wanted, DECODED, frame) || reached > wanted);
}

/** How long streams last by what their file says; nothing where it says nothing. */
function statedLength({ duration, estimated }: Media, streams: readonly MediaStream[]): number | undefined {
  if (estimated) return undefined;
  const known = streams.flatMap((stream) => stream.duration ?? []);
  const longest = known.length === streams.length ? Math.max(...known) : duration;
  return longest === 0 ? undefined : longest;
}

/** A file that states its length, and ends before it, is cut off. */
function checkWhole({ duration, estimated }: Media, extents: Extents): void {
  const lead = Math.max(0, ...[...extents.values()].map((extent) => extent.lead));
  const found = lengthOf(extents) + lead;
  if (duration !== undefined && !estimated && found < duration && !isNear(found, duration, WHOLE))
    throw cutOff(duration, found);
}

function ofKind(streams: readonly MediaStream[], kind: StreamKind): readonly MediaStream[] {
  return streams.filter((stream) => stream.kind === kind);
}

function indexesOf(streams: readonly MediaStream[]): number[] {
  return streams.map(({ index }) => index);
}

function isNear(a: number, b: number, { share, least, most }: typeof HEADERS, frame = 0): boolean {
  return Math.abs(a - b) <= Math.max(least, Math.min(most, share * b)) + frame;
}
