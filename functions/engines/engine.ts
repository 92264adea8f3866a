import type { FormatName } from '../conversion/formats.ts';
import type { Quality } from '../conversion/quality.ts';

/** What an engine is asked to do. Both paths lie in a private folder that only this job uses. */
export interface EngineJob {
  /** The source file; its name says nothing about its format. */
  readonly sourcePath: string;
  /** What the content is, as detected. */
  readonly sourceFormat: FormatName;
  readonly targetFormat: FormatName;
  readonly quality: Quality;
  /** The only folder the engine may write to; removed after the job with all that is in it. */
  readonly folder: string;
  /** Called with 0 to 100 by engines that know how far they are. */
  readonly onProgress?: (percent: number) => void;
  /** Aborted when the result is not wanted any more: the engine ends the job, or does not begin it, if it can. */
  readonly signal?: AbortSignal | undefined;
}

/** What an engine made. */
export interface EngineResult {
  /** The finished file, in the job's folder. */
  readonly path: string;
  /** The format of that file: the target, or `zip` where one source became many files. */
  readonly format: FormatName;
}

/** What an engine needs of the machine it runs on; the infrastructure is made from it. */
export interface EngineWorker {
  /** `request`: quick enough to run while the client waits, in the function that takes the request. `queue`: never. */
  readonly lane: 'request' | 'queue';
  /** The folders below layers/ with the recipes of the engine's Lambda layers; none when npm packages are all it needs. */
  readonly layers: readonly string[];
  /** Memory of the function that runs the engine, in MB. */
  readonly memory: number;
  /** The longest a job may take, in seconds; then it is killed and the job has failed. */
  readonly timeout: number;
  /** Space for files on /tmp, in MB. */
  readonly scratch: number;
  /** Programs of ours that the engine starts as processes of their own: TypeScript files, relative to the repository. */
  readonly programs: readonly string[];
  /** npm packages that cannot be bundled (native code, data files) and are installed beside the bundle. */
  readonly packages: readonly string[];
}

/** A converter: data, and one function. Adding one is a file in engines/ and a line in engines/index.ts. */
export interface Engine {
  readonly name: string;
  readonly worker: EngineWorker;
  /** The targets this engine makes of each source format it reads. */
  readonly conversions: Partial<Record<FormatName, readonly FormatName[]>>;
  /** Whether what the engine needs is installed on this machine. */
  available(): boolean;
  /** Starts what takes time to start, so that the first job need not wait for it. */
  warmUp?(): void;
  /** Ends the processes that the engine keeps between jobs. */
  stop?(): void;
  /**
   * Converts one file.
   * @throws ConversionError with UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX (the client's file) or
   * UNSUPPORTED_CONVERSION (this file, though not its format), ENGINE_FAILED, ENGINE_TIMED_OUT (ours).
   */
  convert(job: EngineJob): Promise<EngineResult>;
}
