import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { declareTransparency } from '../../sharp/reading/gif-transparency.ts';
import type { MediaJob } from '../running/job.ts';

/** The same job with a GIF that declares transparency wherever its canvas can be seen. */
export async function withDeclaredTransparency(job: MediaJob): Promise<MediaJob> {
  const file = await readFile(job.sourcePath);
  const declared = declareTransparency(file);
  if (declared === file) return job;
  const sourcePath = join(job.folder, 'declared.gif');
  await writeFile(sourcePath, declared);
  return { ...job, sourcePath };
}
