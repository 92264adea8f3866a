import type { ChunkStep } from '../conversion/chunks.ts';
import type { FormatName } from '../conversion/formats.ts';
import type { OptionSchemas, Options, OptionValue } from '../conversion/options.ts';
import type { ForeignPart, PartsOrder } from '../conversion/parts.ts';
import type { Quality } from '../conversion/quality.ts';
import { processorsFor } from './processors.ts';
import { jobSeconds, type TimeBySize } from './seconds-for-size.ts';

/** What an engine is asked to do. */
export interface EngineJob {
  /** The source file; its name says nothing about its format. */
  readonly sourcePath: string;
  /** What the content is, as detected. */
  readonly sourceFormat: FormatName;
  readonly targetFormat: FormatName;
  readonly quality: Quality;
  /** What else is asked of the result: of the options that the engine declares for these two formats, checked. */
  readonly options: Options;
  /** Whether another engine takes over what this one refuses with UNSUPPORTED_CONVERSION. @default false */
  readonly handsOver?: boolean;
  /** What of it, where it may be or is converted in chunks. @default all of it, at once */
  readonly chunks?: ChunkStep;
  /** What is asked of an engine that joins the files in its source. @default to join those that it can read itself */
  readonly parts?: PartsOrder;
  /** An empty folder for this job alone. */
  readonly folder: string;
  /** Called with 0 to 100 by engines that know how far they are. */
  readonly onProgress?: (percent: number) => void;
}

/** What an engine made. */
export interface EngineResult {
  /** The finished file, in the job's folder. */
  readonly path: string;
  /** The format of that file: the target, or `zip` where one source became many files. */
  readonly format: FormatName;
  /** What the file is in place of what was asked for: these parts of the source, one behind the other. */
  readonly parts?: readonly ForeignPart[];
}

/** What an engine needs of the machine it runs on; the infrastructure is made from it. */
export interface EngineWorker {
  /** `request`: quick enough that whoever takes a request waits for it. `queue`: never. @default queue */
  readonly lane?: 'request' | 'queue';
  /** The folders below layers/ with the recipes of the engine's Lambda layers; none when npm packages are all it needs. */
  readonly layers: readonly string[];
  /** Memory for the engine with all that it starts, in MB. */
  readonly memory: number;
  /** How many processes it is at most: with 1 it starts threads only. */
  readonly processes: number;
  /** Whether they hand each other files and memory, by sockets between them. @default false */
  readonly sharing?: boolean;
  /** Whether one process does the jobs of one account only, on one machine too. @default false */
  readonly perAccount?: boolean;
  /** The longest a job may take, in seconds; then it is killed and the job has failed. */
  readonly timeout: number;
  /**
   * The processor time that a job may take where there are two processors, and in proportion more where there are more
   * that it uses; by the size of its source: of the engine and all that it starts. What takes more is TOO_COMPLEX.
   * @default 40 seconds, 60 more for each million bytes, at most 600
   */
  readonly processorTime?: TimeBySize;
  /** The most processors that a job has a use for. @default 2 */
  readonly processors?: number;
  /** Space for files, in MB. */
  readonly scratch: number;
  /** How many jobs one process does before a new one takes its place. */
  readonly jobs: number;
  /**
   * The engine host: a TypeScript file, relative to the repository, that calls `hostEngine`.
   * @default program.ts in the folder of the engine
   */
  readonly program?: string;
  /** npm packages that cannot be bundled (native code, data files) and are installed beside the bundle. */
  readonly packages: readonly string[];
  /** Files that it reads as they are, relative to the repository; `locateFile` finds them. @default none */
  readonly files?: readonly string[];
}

/** The processor time that a job of an engine may take, in seconds, for a source of so many bytes. */
export function processorTimeOf({ worker }: Pick<Engine, 'worker'>, bytes: number): number {
  return (jobSeconds(bytes, worker.processorTime) * processorsFor(worker.processors)) / 2;
}

/** Where the host of an engine is, relative to the repository. */
export function programOf({ name, worker }: Pick<Engine, 'name' | 'worker'>): string {
  return worker.program ?? `functions/engines/${name}/program.ts`;
}

/** The layers of an engine, by their names. */
export function layersOf({ worker }: Pick<Engine, 'worker'>): string[] {
  return [...worker.layers].sort();
}

/**
 * A converter, as data: nothing of it runs where this is read. Adding one is a file in engines/, a line in
 * engines/index.ts, and a folder with its host program.
 */
export interface Engine {
  readonly name: string;
  readonly worker: EngineWorker;
  /** The targets this engine makes of each source format it reads. */
  readonly conversions: Partial<Record<FormatName, readonly FormatName[]>>;
  /**
   * The options of each target; those that only some of its sources have name them in `x-sources`. An option of one
   * name is the same for one target, whichever engine makes it.
   */
  readonly options?: Partial<Record<FormatName, OptionSchemas>>;
  /**
   * The options that call for it where engines before it in the list do the same conversion: one of these values has to
   * be given, and no other value of these options.
   * @default none: the first in the list does the conversion
   */
  readonly when?: Readonly<Record<string, readonly OptionValue[]>>;
  /**
   * Takes over files that this one refuses with UNSUPPORTED_CONVERSION: of a format that it reads, with nothing in them
   * for it to work on. Only where the successor does the same conversion, and all options are its own as well.
   * @default nobody
   */
  readonly successor?: Engine;
  /** Of what it joins files: others convert to that first what it cannot read itself. @default none */
  readonly joins?: FormatName;
}
