import { ConversionError } from './errors.ts';

/** A chunk of a long video that is encoded by itself, in seconds from the beginning of the file; it ends where the next one starts. */
export interface Chunk {
  /** The key frame from which on it is decoded. */
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
  /** How long a chunk is, if there is time for it in one call. */
  readonly seconds: number;
  /** How many chunks there are: a longer video has longer ones. @default MOST_CHUNKS */
  readonly most?: number;
  /** Whether short videos are divided too. @default false */
  readonly always?: boolean;
}

/** What is asked of an engine that can convert a long video in chunks. */
export type ChunkStep =
  /** To convert it, unless one call has no time for the best effort: then to say which chunks it has. */
  | PlanStep
  /** To encode the pictures of one chunk. */
  | ({ readonly step: 'encode'; readonly end?: number | undefined } & Chunk)
  /** To join them with sound, subtitles and tags of the source. The source comes first in the file, then its chunks. */
  | { readonly step: 'join'; readonly bytes: number; readonly chunks: readonly EncodedChunk[] };

/** As many chunks as fit into one line of an engine, with times in microseconds. */
export const MOST_CHUNKS = 1200;
const LONGEST = 12 * 3600 + 60;

/** A video that takes longer than one call may, and has to be converted in these chunks. */
export class LongVideo extends ConversionError {
  readonly chunks: readonly Chunk[];

  constructor(chunks: readonly Chunk[]) {
    super('TOO_COMPLEX', 'The video needs more time than one conversion may use. Shorten it, or scale it down.');
    this.chunks = chunks;
  }
}

/**
 * Reads the chunks that an engine reports of a video, if it reports any.
 * @throws Error when such chunks are impossible
 */
export function readChunks(said: unknown): readonly Chunk[] | undefined {
  if (said === undefined) return undefined;
  if (!Array.isArray(said) || said.length < 2 || said.length > MOST_CHUNKS) throw impossible();
  let last = Number.NEGATIVE_INFINITY;
  return said.map((entry: Record<string, unknown> | null) => {
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
