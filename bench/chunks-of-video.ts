import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Chunk, type ChunkStep, LongVideo } from '../functions/conversion/chunks.ts';
import type { FormatName } from '../functions/conversion/formats.ts';
import type { Options } from '../functions/conversion/options.ts';
import { ffmpeg } from '../functions/engines/ffmpeg.ts';
import { HostPool } from '../functions/sandbox/host-pool.ts';

/** A call of the video engine. */
export interface VideoCall {
  /** @default the video is converted as a whole */
  readonly step?: ChunkStep;
  readonly target: FormatName;
  readonly options: Options;
  /** The source, and the chunks that are joined. */
  readonly paths: readonly string[];
  readonly result: string;
}

/** One host of the video engine, which may take as long as it needs. */
export function videoPool(service: string): HostPool {
  const most = { seconds: 100_000, secondsForMillion: 0, most: 100_000 };
  const engine = { ...ffmpeg, worker: { ...ffmpeg.worker, processorTime: most, timeout: 100_000 } };
  return new HostPool(engine, { folder: join(service, 'hosts'), size: 1 });
}

/** The chunks of a video, as its engine names them. */
export async function planOf(
  pool: HostPool,
  { source, target, options }: Pick<VideoCall, 'target' | 'options'> & { readonly source: string },
  seconds: number,
): Promise<readonly Chunk[]> {
  try {
    const step = { step: 'plan', seconds, always: true } as const;
    await convertVideo(pool, { step, target, options, paths: [source], result: `${source}.unused` });
  } catch (error) {
    if (error instanceof LongVideo) return error.chunks;
    throw error;
  }
  throw new Error('The video was not divided.');
}

export async function convertVideo(pool: HostPool, { step, target, options, paths, result }: VideoCall): Promise<void> {
  const order = { sourceFormat: 'mkv', targetFormat: target, quality: 'medium', options, chunks: step } as const;
  await pool.convert(
    order,
    async () => allOf(paths),
    (_, { content }) => writeFile(result, content),
  );
}

async function* allOf(paths: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const path of paths) yield* createReadStream(path);
}
