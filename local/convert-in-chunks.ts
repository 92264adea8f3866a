import type { Chunk, EncodedChunk } from '../functions/conversion/chunks.ts';
import type { ConvertOptions } from '../functions/conversion/converter.ts';
import type { EngineDone, EngineOrder } from '../functions/conversion/engine-events.ts';
import { ConversionError, isPassing } from '../functions/conversion/errors.ts';
import { sideBySide } from '../functions/conversion/side-by-side.ts';
import type { HostPool, PoolOptions } from '../functions/sandbox/host-pool.ts';
import type { ResultFile } from '../functions/sandbox/result-file.ts';
import type { Bucket } from './bucket/bucket.ts';

/** The share of the chunks in the progress: joining them is the rest. */
const SHARE = 0.95;

/** A long video, its chunks, and their keys. */
export interface LongVideoJob {
  readonly order: EngineOrder;
  readonly chunks: readonly Chunk[];
  /** The storage key of the source. */
  readonly source: string;
  /** The storage key of the result, and the prefix of those of its chunks until they are joined. */
  readonly result: string;
}

/** The hosts and the bucket that a conversion in chunks uses. */
export interface ChunkWorkers {
  readonly pool: HostPool;
  readonly bucket: Bucket;
  /** How many chunks are encoded at once. */
  readonly atOnce: number;
}

type Take<T> = (done: EngineDone, file: ResultFile) => Promise<T>;

/**
 * Converts a long video in chunks: encodes a few at once, and joins them at last. No more chunks of a video wait for a
 * host than can be encoded at once, so that other jobs get their turn between two chunks.
 * @throws ConversionError that of the first chunk that fails; the others are aborted then
 */
export async function convertInChunks<T>(
  { order, chunks, source, result }: LongVideoJob,
  { pool, bucket, atOnce }: ChunkWorkers,
  { onProgress, signal, ...options }: ConvertOptions & Pick<PoolOptions, 'account'>,
  take: (done: EngineDone, file: ResultFile, seconds: number) => Promise<T>,
): Promise<T> {
  const keys = chunks.map((_, i) => `${result}.chunk-${i}`);
  const encoded: EncodedChunk[] = [];
  const percents: number[] = chunks.map(() => 0);
  let seconds = 0;
  const encode = async ({ from, start }: Chunk, i: number, ended: AbortSignal) => {
    const step = { step: 'encode', from, start, end: chunks[i + 1]?.start } as const;
    const watch = (percent: number) => {
      percents[i] = percent;
      onProgress?.((SHARE * percents.reduce((sum, one) => sum + one, 0)) / chunks.length);
    };
    const store: Take<void> = async (done, { format: _, content }) => {
      const { size } = await bucket.put(keys[i] ?? '', content, 'video/mp4', bucket.clientOf(source));
      encoded[i] = { bytes: size, start };
      seconds += done.seconds;
    };
    const open = async () => bucket.read(source);
    await retryOnce(() =>
      pool.convert({ ...order, chunks: step }, open, store, { ...options, signal: ended, onProgress: watch }),
    );
    watch(100);
  };
  try {
    await sideBySide(chunks, { atOnce, signal }, encode);
    const step = { step: 'join', bytes: bucket.sizeOf(source) ?? 0, chunks: encoded } as const;
    const watch = (percent: number) => onProgress?.(100 * SHARE + (1 - SHARE) * percent);
    return await retryOnce(() =>
      pool.convert(
        { ...order, chunks: step },
        async () => bucket.readAll([source, ...keys]),
        (done, file) => take(done, file, seconds + done.seconds),
        { ...options, signal, onProgress: watch },
      ),
    );
  } finally {
    await Promise.all(keys.map((key) => bucket.delete(key)));
  }
}

/** Tries again after a fault of ours: only this chunk, not the whole job. */
async function retryOnce<T>(attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt();
  } catch (error) {
    if (!(error instanceof ConversionError && isPassing(error.code))) throw error;
    return attempt();
  }
}
