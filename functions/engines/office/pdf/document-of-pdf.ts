import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../../conversion/quality.ts';
import type { EngineJob } from '../../engine.ts';
import { inspectPdf } from '../../poppler/inspect-pdf.ts';
import { extractPages } from './extract-pages.ts';
import type { Page } from './page.ts';
import { type RunFolders, readRun } from './read-run.ts';
import { FILES } from './run-files.ts';
import { writeOdp } from './write-odp.ts';
import { writeOdt } from './write-odt.ts';

/** Pixels to the inch of pictures. */
const RESOLUTIONS = { low: 96, medium: 144, high: 216 } as const satisfies Record<Quality, number>;

/** What a PDF file is first made into. */
export type OpenDocumentOfPdf = 'odt' | 'odp';

/**
 * Makes a document of a PDF file in which words can be edited: an OpenDocument file in the job's folder. Returns its path.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function documentOfPdf(
  { sourcePath, folder, quality }: EngineJob,
  format: OpenDocumentOfPdf,
): Promise<string> {
  const slides = format === 'odp';
  const [found, into] = [join(folder, 'found'), join(folder, 'made')];
  await Promise.all([mkdir(found), mkdir(into)]);
  const file = { sourcePath, folder: found };
  const read = (run: RunFolders) => readRun(run, slides);
  const folders = await extractPages(file, await inspectPdf(file), { resolution: RESOLUTIONS[quality], into, read });
  const target = join(folder, `document.${format}`);
  await (slides ? writeOdp : writeOdt)((await Promise.all(folders.map(readPages))).flat(), target);
  return target;
}

async function readPages(folder: string): Promise<Page[]> {
  return JSON.parse(await readFile(join(folder, FILES.pages), 'utf8')) as Page[];
}
