import { ownOptions } from './choose-engine.ts';
import type { Conversion } from './conversion.ts';
import type { EngineOrder } from './engine-events.ts';
import type { ForeignPart, PartsOrder } from './parts.ts';
import type { StoredSource } from './stores.ts';

/** A job as the service passes it to an engine. */
export interface ConversionJob
  extends Pick<Conversion, 'originalFormat' | 'targetFormat' | 'quality' | 'options' | 'secrets' | 'engine'> {
  /** The conversion, for the log. @default none */
  readonly id?: string;
  /** The file itself, or where it is stored. */
  readonly source: Uint8Array | StoredSource;
  /** The storage key of the result. */
  readonly result: string;
  /** The account that owns it: an engine that is isolated by accounts never serves two in one environment. @default none */
  readonly account?: string | undefined;
  /** Whether another engine takes over what this one refuses with UNSUPPORTED_CONVERSION. @default false */
  readonly handsOver?: boolean;
  /** What an engine that joins the files of its source is to do. @default join those that it can read itself */
  readonly parts?: PartsOrder;
}

/** The fields of a job that the engine gets. */
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

/** The result of a job. */
export type ConvertedFile = Required<Pick<Conversion, 'resultFormat' | 'fileSize' | 'conversionTime'>>;

/** The outcome of a call of an engine: the result, or parts of the source that other engines have to convert first. */
export interface JobOutcome extends ConvertedFile {
  readonly parts?: readonly ForeignPart[] | undefined;
}

/** Callbacks of a running job, and the signal that ends it. */
export interface ConvertOptions {
  /** Called when the job begins: until then it waits for its turn. */
  readonly onBegin?: () => void;
  /** Called with 0 to 100, by engines that know their progress. */
  readonly onProgress?: (percent: number) => void;
  /** Called with the seconds that a long video takes which is encoded in chunks: more than one call may. */
  readonly onLong?: ((seconds: number) => Promise<void>) | undefined;
  /** Ends the job when aborted, or keeps it from beginning. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The port to the engines: it takes a job, and when that is done, the result is in the store. The engine is another
 * process at least, without credentials; its messages are checked, and a wrong one can spoil only its own job.
 */
export interface Converter {
  /**
   * Whether a job goes on, and its outcome is received, after the request that began it has been answered.
   *
   * On Lambda it is not, and a picture that is not done after 25 seconds, or as many as its client waits, begins anew from
   * the queue. The engine function itself goes on and stores its result; but it can report the format and the duration
   * only in its response to the invocation, since its network reaches nothing else. The function that invoked it cannot
   * be relied upon to run on when it has responded: Lambda lets it after a streamed response, but nobody has verified
   * whether API Gateway ends that response at once. A third function in between would cost each picture another start.
   */
  readonly outlivesRequest: boolean;
  /** @throws ConversionError with a code of `ENGINE_CODES`, or NotBegun */
  convert(job: ConversionJob, options?: ConvertOptions): Promise<JobOutcome>;
  /** Invokes engine functions without a job, so that Lambda does not make them inactive. @default they never become so */
  wake?(): Promise<void>;
}
