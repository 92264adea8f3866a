import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaJob } from '../running/job.ts';

/** The file of a chunk, in the folder of a job. */
export function chunkPath(job: Pick<MediaJob, 'folder'>, index: number): string {
  return join(job.folder, `chunk-${index}.mp4`);
}

/** Where a file is a source and its chunks, one after the other: the source and the chunks as files of their own. */
export async function takeApart(job: MediaJob): Promise<MediaJob> {
  if (job.chunks?.step !== 'join') return job;
  const { bytes, chunks } = job.chunks;
  const sourcePath = join(job.folder, 'source');
  let at = 0;
  const take = async (path: string, length: number) => {
    const part = createReadStream(job.sourcePath, { start: at, end: at + length - 1 });
    await pipeline(part, createWriteStream(path));
    at += length;
  };
  await take(sourcePath, bytes);
  for (const [i, chunk] of chunks.entries()) await take(chunkPath(job, i), chunk.bytes);
  return { ...job, sourcePath };
}
