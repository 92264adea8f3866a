import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lengthenDelays } from '../../sharp/reading/gif-delays.ts';
import { declareTransparency } from '../../sharp/reading/gif-transparency.ts';
import type { MediaJob } from '../running/job.ts';

/** The same job with a GIF that says what browsers make of it: transparency wherever its canvas can be seen, and their delays. */
export async function withBrowsersView(job: MediaJob): Promise<MediaJob> {
  const file = await readFile(job.sourcePath);
  const shown = lengthenDelays(declareTransparency(file));
  if (shown === file) return job;
  const sourcePath = join(job.folder, 'shown.gif');
  await writeFile(sourcePath, shown);
  return { ...job, sourcePath };
}
