import { startLongVideo } from '#aws/long-videos.ts';
import type { Chunk } from '../conversion/chunks.ts';
import type { LongVideos } from '../conversion/perform-job.ts';
import { ENVIRONMENT } from '../environment.ts';

/** What the function that converts long videos is started with. */
export interface LongVideoJob {
  readonly conversion_id: string;
  readonly chunks: readonly Chunk[];
}

/** Converts long videos by a function, where it is deployed. */
export function longVideos(): LongVideos | undefined {
  const name = process.env[ENVIRONMENT.longVideoFunction];
  return name ? { begin: ({ id }, chunks) => startLongVideo(name, { conversion_id: id, chunks }) } : undefined;
}
