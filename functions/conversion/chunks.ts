import { ConversionError } from './errors.ts';

/** A chunk of a long video, which is encoded by itself and ends where the next one starts. Times are seconds of the file. */
export interface Chunk {
  /** The time of the key frame at which decoding begins. */
  readonly from: number;
  /** The time of its first frame. */
  readonly start: number;
}

/** A chunk that has been encoded. */
export interface EncodedChunk {
  readonly bytes: number;
  readonly start: number;
}

interface PlanStep {
  readonly step: 'plan';
  /** The duration of a chunk, if one call has time for it. */
  readonly seconds: number;
  /** The largest count of chunks: a longer video has longer ones. @default MOST_CHUNKS */
  readonly most?: number;
  /** Whether short videos are divided too. @default false */
  readonly always?: boolean;
}

/** The step of a conversion in chunks that a call of an engine is for. */
export type ChunkStep =
  /** Convert the video, unless it takes longer than one call may: then plan its chunks. */
  | PlanStep
  /** Encode the frames of one chunk. */
  | ({ readonly step: 'encode'; readonly end?: number | undefined } & Chunk)
  /** Join them with sound, subtitles and tags of the source. The source comes first in the file, then its chunks. */
  | { readonly step: 'join'; readonly bytes: number; readonly chunks: readonly EncodedChunk[] };

/** As many chunks as fit into one event of an engine (`LONGEST_EVENT`), with times in microseconds. */
export const MOST_CHUNKS = 1200;
const LONGEST = 12 * 3600 + 60;

/** The failure of a video that takes longer than one call may, with the chunks in which it can be converted. */
export class LongVideo extends ConversionError {
  readonly chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[]) {
    super('TOO_COMPLEX', 'The video needs more time than one conversion may use. Shorten it, or scale it down.');
    this.chunks = chunks;
  }
}

/**
 * Checks the chunks that an engine reports, if it reports any.
 * @throws Error when they are impossible
 */
export function readChunks(value: unknown): readonly Chunk[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length < 2 || value.length > MOST_CHUNKS) throw impossible();
  let last = Number.NEGATIVE_INFINITY;
  return value.map((entry: Record<string, unknown> | null) => {
    const { from, start } = entry ?? {};
    if (!isTime(from) || !isTime(start) || start <= last) throw impossible();
    last = start;
    return { from, start };
  });
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LONGEST;
}

function impossible(): Error {
  return new Error('an engine named chunks that cannot be');
}
