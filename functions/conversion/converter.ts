import { ownOptions } from './choose-engine.ts';
import type { Conversion } from './conversion.ts';
import type { EngineOrder } from './engine-events.ts';
import type { ForeignPart, PartsOrder } from './parts.ts';
import type { StoredSource } from './stores.ts';

/** A job as the service hands it to an engine. */
export interface ConversionJob
  extends Pick<Conversion, 'originalFormat' | 'targetFormat' | 'quality' | 'options' | 'secrets' | 'engine'> {
  /** The file itself, or where it is stored. */
  readonly source: Uint8Array | StoredSource;
  /** The storage key under which the result is to lie. */
  readonly result: string;
  /** Whose job it is: an engine that is isolated by accounts never serves two in one environment. @default nobody's */
  readonly account?: string | undefined;
  /** Whether another engine takes over what this one refuses with UNSUPPORTED_CONVERSION. @default false */
  readonly handsOver?: boolean;
  /** What is asked of an engine that joins the files in its source. @default to join those that it can read itself */
  readonly parts?: PartsOrder;
}

/** What the engine gets of a job. */
export function orderOf(job: ConversionJob): EngineOrder {
  const { originalFormat: sourceFormat, targetFormat, quality, secrets, source, handsOver, parts } = job;
  const recheck = source instanceof Uint8Array ? undefined : source.recheck;
  const options = { ...ownOptions(job), ...secrets };
  return {
    sourceFormat,
    targetFormat,
    quality,
    options,
    recheck,
    ...(handsOver && { handsOver }),
    ...(parts && { parts }),
  };
}

/** What came of a job. */
export type ConvertedFile = Required<Pick<Conversion, 'resultFormat' | 'fileSize' | 'conversionTime'>>;

/** What came of a call of an engine: the result, or parts of the source that others have to convert first. */
export interface JobOutcome extends ConvertedFile {
  readonly parts?: readonly ForeignPart[] | undefined;
}

/** How a job is watched while it runs. */
export interface ConvertOptions {
  /** Called when the job is begun: until then it waits for its turn. */
  readonly onBegin?: () => void;
  /** Told of each call of an engine function, by what its log knows it. */
  readonly onCalled?: ((engine: string, requestId: string) => void) | undefined;
  /** Called with 0 to 100, by engines that know how far they are. */
  readonly onProgress?: (percent: number) => void;
  /** Called when the job turns out to take longer than one call may, in seconds: it is a long video, encoded in chunks. */
  readonly onLong?: ((seconds: number) => Promise<void>) | undefined;
  /** Aborted when the result is not wanted any more: the job is ended, or not begun. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The one way from the service to the engines: a job goes in, and when it is done, its result lies in the store.
 * Behind it is another process at least, which holds nothing of ours: what it says is checked, and believed only as far
 * as it can spoil its own job.
 */
export interface Converter {
  /**
   * Whether a job goes on, and is heard of, when the request that brought it has been answered.
   *
   * On Lambda it is not, and a picture that is not done after 25 seconds, or as many as its sender waits, is begun anew
   * from the queue. The engine function itself runs on, and stores its result; but what it made, a picture or a zip, and
   * how long it took, it can say to nobody but the caller that stands still: it may reach nothing else, and that is not
   * given up for the few pictures that take so long. Nor can a function be relied upon to go on when it has answered:
   * with a streamed answer Lambda lets it, but whether API Gateway then ends the answer at once nobody has verified. And
   * to have each picture called for by who outlives the request costs all of them another function's start.
   */
  readonly outlivesRequest: boolean;
  /** @throws ConversionError with a code of `ENGINE_CODES`, or NotBegun */
  convert(job: ConversionJob, options?: ConvertOptions): Promise<JobOutcome>;
  /** Calls the engines that it may call without a job, so that none falls asleep. @default none does */
  wake?(): Promise<void>;
}
