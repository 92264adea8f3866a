import type { ChunkStep } from '../conversion/chunks.ts';
import type { FormatName } from '../conversion/formats.ts';
import type { OptionSchemas, Options, OptionValue } from '../conversion/options.ts';
import type { ForeignPart, PartsOrder } from '../conversion/parts.ts';
import type { Quality } from '../conversion/quality.ts';
import { processorsFor } from './processors.ts';
import { secondsForSize, type TimeBySize } from './seconds-for-size.ts';

/** A job for an engine. */
export interface EngineJob {
  /** The source file; its name says nothing about its format. */
  readonly sourcePath: string;
  /** As detected by the content. */
  readonly sourceFormat: FormatName;
  readonly targetFormat: FormatName;
  readonly quality: Quality;
  /** Options that the engine declares for these two formats, checked against their schemas. */
  readonly options: Options;
  /** Whether another engine takes over what this one refuses with UNSUPPORTED_CONVERSION. @default false */
  readonly handsOver?: boolean;
  /** The step of a conversion in chunks. @default the whole conversion */
  readonly chunks?: ChunkStep;
  /** For an engine that joins files. @default to join those that it can read itself */
  readonly parts?: PartsOrder;
  /** An empty folder for this job alone. */
  readonly folder: string;
  /** Called with 0 to 100 by engines that know their progress. */
  readonly onProgress?: (percent: number) => void;
}

/** Whether a table has a format, such as one of the formats that an engine writes. */
export function hasFormat<Format extends FormatName>(
  table: Readonly<Partial<Record<Format, unknown>>>,
  format: FormatName,
): format is Format {
  return Object.hasOwn(table, format);
}

/** The result of a job. */
export interface EngineResult {
  /** The path of the file, in the job's folder. */
  readonly path: string;
  /** The format of that file: the target, or `zip` where one source became many files. */
  readonly format: FormatName;
  /** Present where the file is not the result, but these parts of the source, concatenated, for other engines to convert. */
  readonly parts?: readonly ForeignPart[];
}

/** What an engine needs of its machine. The infrastructure is made from it. */
export interface EngineWorker {
  /** `request`: fast enough for a request to wait for it. `queue`: never. @default queue */
  readonly lane?: 'request' | 'queue';
  /** The folders below layers/ with the recipes of the engine's Lambda layers; none when npm packages are all it needs. */
  readonly layers: readonly string[];
  /** Memory for the engine and its tools, in MB. */
  readonly memory: number;
  /** The most processes; with 1 it starts only threads. */
  readonly processes: number;
  /** Whether they pass files and memory to each other through sockets. @default false */
  readonly sharing?: boolean;
  /** Whether a process only does jobs of one account, also on a single machine. @default false */
  readonly perAccount?: boolean;
  /** The longest a job may take, in seconds; then it is killed and the job has failed. */
  readonly timeout: number;
  /**
   * The processor time of a job with all its tools, by the size of its source, on two processors; on more that it uses, in
   * proportion more. A job that takes more is TOO_COMPLEX.
   * @default 40 seconds, 60 more for each million bytes, at most 600
   */
  readonly processorTime?: TimeBySize;
  /** The processor time of jobs whose source, or target, has pages that take long though the source is small. */
  readonly processorTimeOfPages?: {
    readonly sources: readonly FormatName[];
    readonly targets: readonly FormatName[];
    readonly time: TimeBySize;
  };
  /** The most processors that a job makes use of. @default 2 */
  readonly processors?: number;
  /** Space for files, in MB. */
  readonly scratch: number;
  /** How many jobs a process does before it is replaced. */
  readonly jobs: number;
  /**
   * The engine host: a TypeScript file, relative to the repository, that calls `hostEngine`.
   * @default program.ts in the folder of the engine
   */
  readonly program?: string;
  /** npm packages that cannot be bundled (native code, data files) and are installed beside the bundle. */
  readonly packages: readonly string[];
  /** Files that it reads at run time, relative to the repository; `locateFile` finds them. @default none */
  readonly files?: readonly string[];
}

/** The limit of processor time for a job of an engine, in seconds. @param bytes of its source */
export function processorTimeOf(
  { worker }: Pick<Engine, 'worker'>,
  bytes: number,
  job?: Pick<EngineJob, 'sourceFormat' | 'targetFormat'>,
): number {
  const pages = worker.processorTimeOfPages;
  const hasPages = job && (pages?.sources.includes(job.sourceFormat) || pages?.targets.includes(job.targetFormat));
  return (secondsForSize(bytes, hasPages ? pages?.time : worker.processorTime) * processorsFor(worker.processors)) / 2;
}

/** The path of an engine's host, relative to the repository. */
export function programOf({ name, worker }: Pick<Engine, 'name' | 'worker'>): string {
  return worker.program ?? `functions/engines/${name}/program.ts`;
}

/** The layers of an engine, sorted. */
export function layersOf({ worker }: Pick<Engine, 'worker'>): string[] {
  return [...worker.layers].sort();
}

/**
 * An engine, as data: reading it runs nothing. To add one takes a file in engines/, a line in engines/index.ts, and a folder
 * with its host program.
 */
export interface Engine {
  readonly name: string;
  readonly worker: EngineWorker;
  /** The targets of each source format. */
  readonly conversions: Partial<Record<FormatName, readonly FormatName[]>>;
  /**
   * The options of each target; `x-sources` limits an option to some sources. An option is the same for a target, whichever
   * engine makes it.
   */
  readonly options?: Partial<Record<FormatName, OptionSchemas>>;
  /**
   * Option values that choose this engine over earlier ones in the list for the same conversion: one of them has to be set,
   * and no other value of these options.
   * @default none: the first engine in the list does the conversion
   */
  readonly when?: Readonly<Record<string, readonly OptionValue[]>>;
  /**
   * The engine that takes over files which this one refuses with UNSUPPORTED_CONVERSION, such as a PDF without text. It has
   * to do the same conversion and have all the options.
   * @default none
   */
  readonly successor?: Engine;
  /**
   * Whether it reads text that its successor has put behind the pages of a PDF file: it writes the targets that the successor
   * does not, since it knows tables and headings.
   * @default false
   */
  readonly readsSearchable?: boolean;
  /** The targets that it writes itself; of the others it makes a searchable PDF file, which other engines read. @default all */
  readonly writes?: readonly FormatName[];
  /** The format whose files it joins; other engines convert to it what this one cannot read. @default none */
  readonly joins?: FormatName;
}

/** Conversions of each source to each target but itself. */
export function conversionsOf(sources: readonly FormatName[], targets: readonly FormatName[]): Engine['conversions'] {
  return Object.fromEntries(sources.map((source) => [source, targets.filter((target) => target !== source)]));
}
