import { availableParallelism } from 'node:os';
import { type ChunkStep, LongVideo } from '../functions/conversion/chunks.ts';
import { LONG_VIDEO_TIME } from '../functions/conversion/conversion.ts';
import {
  type ConversionJob,
  type Converter,
  type ConvertOptions,
  type JobOutcome,
  orderOf,
} from '../functions/conversion/converter.ts';
import type { EngineDone } from '../functions/conversion/engine-events.ts';
import { describeFormat } from '../functions/conversion/formats.ts';
import type { Engine } from '../functions/engines/engine.ts';
import { HostPool } from '../functions/sandbox/host-pool.ts';
import type { ResultFile } from '../functions/sandbox/result-file.ts';
import type { Bucket } from './bucket/bucket.ts';
import { clientPlace } from './client-address.ts';
import { convertInChunks } from './convert-in-chunks.ts';

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
  /** How long the chunks of long videos are. @default a minute */
  readonly chunks?: ChunkLength;
}

/** How long the chunks of videos are, in seconds, and whether short ones are divided too. */
export type ChunkLength = Omit<Extract<ChunkStep, { step: 'plan' }>, 'step'>;

/** Long enough that beginnings and ends cost little, and short enough to do one again. */
const CHUNKS: ChunkLength = { seconds: 60 };

/**
 * The engines of this machine: each in processes of its own, in a jail, to which files are carried and from which they
 * are fetched, straight from and to the disk of the bucket.
 */
export class JailedConverter implements Converter {
  readonly outlivesRequest = true;
  readonly #bucket: Bucket;
  readonly #size: number;
  readonly #chunks: ChunkLength;
  readonly #pools: ReadonlyMap<string, HostPool>;

  constructor(engines: readonly Engine[], bucket: Bucket, { folder, programs, chunks = CHUNKS }: JailedEngines) {
    this.#bucket = bucket;
    const size = Math.min(availableParallelism(), MOST_HOSTS);
    this.#size = size;
    this.#chunks = chunks;
    const options = { folder, programs, size, longestIdle: LONGEST_IDLE, longGiveWay: true };
    this.#pools = new Map(
      engines.map((engine) => {
        const standby = STANDBY.includes(engine.name);
        return [engine.name, new HostPool(engine, { ...options, standby })];
      }),
    );
  }

  async convert(job: ConversionJob, options: ConvertOptions = {}): Promise<JobOutcome> {
    const { engine, source, account, result } = job;
    const pool = this.#pools.get(engine);
    if (!pool) throw new Error(`There is no engine ${engine} on this machine`);
    const order = orderOf(job);
    const stored = source instanceof Uint8Array ? undefined : source.key;
    // What comes from a queue is not done in the request of its client, and what an engine says not in that of its job.
    const client = stored === undefined ? clientPlace() : this.#bucket.clientOf(stored);
    const take = async ({ parts }: EngineDone, file: ResultFile, conversionTime: number) => ({
      resultFormat: file.format,
      conversionTime,
      fileSize: await this.#store(result, file, client),
      ...(parts && { parts }),
    });
    const chunks = stored === undefined ? undefined : ({ step: 'plan', ...this.#chunks } as const);
    const watched = { ...options, account };
    try {
      const open = () => this.#open(source);
      return await pool.convert({ ...order, chunks }, open, (done, file) => take(done, file, done.seconds), watched);
    } catch (error) {
      if (!(error instanceof LongVideo) || stored === undefined) throw error;
      await options.onLong?.(LONG_VIDEO_TIME / 1000);
      // The source has been looked at.
      const long = { order: { ...order, recheck: undefined }, chunks: error.chunks, source: stored, result };
      return convertInChunks(long, { pool, bucket: this.#bucket, atOnce: this.#size }, watched, take);
    }
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
    const { key, range, followedBy } = source;
    if (range || followedBy) return this.#bucket.readAll([key, ...(followedBy ?? [])], range);
    return this.#bucket.readSmall(key) ?? this.#bucket.read(key);
  }

  /** @returns how many bytes were stored: who made the file may still change it */
  async #store(key: string, { format, content }: ResultFile, client: string | undefined): Promise<number> {
    return (await this.#bucket.put(key, content, describeFormat(format).mediaType, client)).size;
  }
}
