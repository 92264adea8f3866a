import { join } from 'node:path';
import { splitFile } from '../../split-file.ts';
import type { MediaJob } from '../running/tool.ts';

/** The path of a chunk in the folder of a job. */
export function chunkPath(job: Pick<MediaJob, 'folder'>, index: number): string {
  return join(job.folder, `chunk-${index}.mp4`);
}

/** The same job with the file split into the source and the chunks that are appended to it. */
export async function splitChunks(job: MediaJob): Promise<MediaJob> {
  if (job.chunks?.step !== 'join') return job;
  const { bytes, chunks } = job.chunks;
  const sourcePath = join(job.folder, 'source');
  const slices = chunks.map((chunk, i) => ({ path: chunkPath(job, i), bytes: chunk.bytes }));
  await splitFile(job.sourcePath, [{ path: sourcePath, bytes }, ...slices]);
  return { ...job, sourcePath };
}
