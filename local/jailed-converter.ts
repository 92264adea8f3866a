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

/** The largest count of hosts of an engine: the largest take 200 MB each while they are idle. */
const MOST_HOSTS = 4;

/**
 * How long a host waits for another job, in milliseconds: long enough for a user who converts a few files one after the
 * other. A used host holds more memory than a fresh one: LibreOffice up to 230 MB instead of 90.
 */
const LONGEST_IDLE = 60_000;

/**
 * The engines with a standby host: pictures come most often, and LibreOffice takes longest to start. Other hosts start in
 * 100 ms, and would take up to 40 MB while they wait.
 */
const STANDBY = ['sharp', 'office'];

/** The folders of the engines of this machine, and how long videos are divided. */
export interface JailedEngines {
  /** An empty folder for the folders of hosts. */
  readonly folder: string;
  /** The folder with bundled programs. @default the sources are run */
  readonly programs?: string | undefined;
  /** How long the chunks of long videos are. @default a minute */
  readonly chunks?: ChunkLength;
}

/** The duration of chunks in seconds, and whether short videos are divided too. */
export type ChunkLength = Omit<Extract<ChunkStep, { step: 'plan' }>, 'step'>;

/** Long enough that the overhead of a chunk is small, and short enough to repeat one. */
const CHUNKS: ChunkLength = { seconds: 60 };

/** The engines of this machine, in jailed processes. Files are copied between them and the disk of the bucket. */
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
    // A queued job runs outside of the async context of its request.
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
      // Its format was checked in the first call.
      const long = { order: { ...order, recheck: undefined }, chunks: error.chunks, source: stored, result };
      return convertInChunks(long, { pool, bucket: this.#bucket, atOnce: this.#size }, watched, take);
    }
  }

  /** Unpacks layers and starts standby hosts. */
  warmUp(): void {
    for (const pool of this.#pools.values()) pool.warmUp().catch(() => undefined);
  }

  /** Ends all hosts; their jobs fail. */
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

  /** @returns the count of stored bytes, since the host may still change its file */
  async #store(key: string, { format, content }: ResultFile, client: string | undefined): Promise<number> {
    return (await this.#bucket.put(key, content, describeFormat(format).mediaType, client)).size;
  }
}
