import { startLongVideo } from '#aws/long-videos.ts';
import type { Chunk } from '../conversion/chunks.ts';
import type { LongVideos } from '../conversion/perform-job.ts';
import { ENVIRONMENT } from '../environment.ts';

/** What the function that converts long videos is started with. */
export interface LongVideoJob {
  readonly conversion_id: string;
  readonly chunks: readonly Chunk[];
}

/** Who converts long videos, where somebody does: a function that was deployed for it. */
export function longVideos(): LongVideos | undefined {
  const name = process.env[ENVIRONMENT.longVideoFunction];
  return name ? { begin: ({ id }, chunks) => startLongVideo(name, { conversion_id: id, chunks }) } : undefined;
}
