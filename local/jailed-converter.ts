import { availableParallelism } from 'node:os';
import {
  type ConversionJob,
  type ConvertedFile,
  type Converter,
  type ConvertOptions,
  orderOf,
} from '../functions/conversion/converter.ts';
import { describeFormat } from '../functions/conversion/formats.ts';
import type { Engine } from '../functions/engines/engine.ts';
import { HostPool } from '../functions/sandbox/host-pool.ts';
import type { ResultFile } from '../functions/sandbox/result-file.ts';
import type { Bucket } from './bucket/bucket.ts';

/** No engine has more hosts on one machine: the largest take 200 MB each while they do nothing. */
const MOST_HOSTS = 4;

/**
 * How long a host waits for another job, in milliseconds. After some work it holds more than it needs: LibreOffice up to
 * 230 MB, where a fresh one holds 90. A user who converts a few files one after the other finds the same host.
 */
const LONGEST_IDLE = 60_000;

/**
 * The engines of which a host waits for the first job: pictures come most often, and LibreOffice takes longest to start.
 * The hosts of all others take 100 ms to start, and up to 40 MB while they wait.
 */
const STANDBY = ['sharp', 'office'];

/** Where the engines of this machine work, and what they run. */
export interface JailedEngines {
  /** An empty folder, in which engines get theirs. */
  readonly folder: string;
  /** The folder with their bundled programs. @default none: their sources */
  readonly programs?: string | undefined;
}

/**
 * The engines of this machine: each in processes of its own, in a jail, to which files are carried and from which they
 * are fetched, straight from and to the disk of the bucket.
 */
export class JailedConverter implements Converter {
  readonly outlivesRequest = true;
  readonly #bucket: Bucket;
  readonly #pools: ReadonlyMap<string, HostPool>;

  constructor(engines: readonly Engine[], bucket: Bucket, { folder, programs }: JailedEngines) {
    this.#bucket = bucket;
    const size = Math.min(availableParallelism(), MOST_HOSTS);
    const options = { folder, programs, size, longestIdle: LONGEST_IDLE };
    this.#pools = new Map(
      engines.map((engine) => {
        const standby = STANDBY.includes(engine.name);
        return [engine.name, new HostPool(engine, { ...options, standby })];
      }),
    );
  }

  async convert(job: ConversionJob, options: ConvertOptions = {}): Promise<ConvertedFile> {
    const { engine, source } = job;
    const pool = this.#pools.get(engine);
    if (!pool) throw new Error(`There is no engine ${engine} on this machine`);
    return pool.convert(
      orderOf(job),
      () => this.#open(source),
      async ({ seconds }, file) => ({
        resultFormat: file.format,
        conversionTime: seconds,
        fileSize: await this.#store(job.result, file),
      }),
      { ...options, account: job.account },
    );
  }

  /** Starts what takes time to start. */
  warmUp(): void {
    for (const pool of this.#pools.values()) pool.warmUp().catch(() => undefined);
  }

  /** Ends all engines; what they are doing fails. */
  async stop(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.stop()));
  }

  async #open(source: ConversionJob['source']): Promise<Uint8Array | AsyncIterable<Uint8Array>> {
    if (source instanceof Uint8Array) return source;
    if (!this.#bucket.has(source.key)) throw new Error('The source of the job is not stored');
    return this.#bucket.readSmall(source.key) ?? this.#bucket.read(source.key);
  }

  /** @returns how many bytes were stored: who made the file may still change it */
  async #store(key: string, { format, content }: ResultFile): Promise<number> {
    return (await this.#bucket.put(key, content, describeFormat(format).mediaType)).size;
  }
}
