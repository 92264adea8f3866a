import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answerJobs } from '../../../sandbox/resident-program.ts';
import type { Page } from './page.ts';
import { type RunFolders, readRun } from './read-run.ts';
import { FILES } from './run-files.ts';
import { writeOdp } from './write-odp.ts';
import { writeOdt } from './write-odt.ts';

/** To put together what poppler found on some pages, or to write a document of all. */
export type PdfStep =
  | { readonly read: RunFolders; readonly whole: boolean }
  | { readonly folders: readonly string[]; readonly target: string; readonly slides: boolean };

answerJobs<PdfStep>(async (step) => {
  if ('read' in step) return readRun(step.read, step.whole);
  const { folders, slides, target } = step;
  const runs = folders.map(async (folder) => JSON.parse(await readFile(join(folder, FILES.pages), 'utf8')) as Page[]);
  await (slides ? writeOdp : writeOdt)((await Promise.all(runs)).flat(), target);
  return 0;
});
