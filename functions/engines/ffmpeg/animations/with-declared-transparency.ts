import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { declareTransparency } from '../../sharp/reading/gif-transparency.ts';
import type { MediaJob } from '../running/job.ts';

/** The same job with a GIF for its source that says of all that can be seen through that it can be. */
export async function withDeclaredTransparency(job: MediaJob): Promise<MediaJob> {
  const file = await readFile(job.sourcePath);
  const declared = declareTransparency(file);
  if (declared === file) return job;
  const sourcePath = join(job.folder, 'declared.gif');
  await writeFile(sourcePath, declared);
  return { ...job, sourcePath };
}
