import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../../conversion/quality.ts';
import type { EngineJob } from '../../engine.ts';
import { chosenPages } from '../../poppler/convert-pdf.ts';
import { unlockPdf } from '../../qpdf/unlock-pdf.ts';
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
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function documentOfPdf(job: EngineJob, format: OpenDocumentOfPdf): Promise<string> {
  const { sourcePath, folder, quality, options } = await unlockPdf(job);
  const slides = format === 'odp';
  const [found, into] = [join(folder, 'found'), join(folder, 'made')];
  await Promise.all([mkdir(found), mkdir(into)]);
  const file = { sourcePath, folder: found };
  const read = (run: RunFolders) => readRun(run, slides);
  const pages = await chosenPages(file, options);
  const folders = await extractPages(file, pages, { resolution: RESOLUTIONS[quality], into, read });
  const target = join(folder, `document.${format}`);
  await (slides ? writeOdp : writeOdt)((await Promise.all(folders.map(readPages))).flat(), target);
  return target;
}

async function readPages(folder: string): Promise<Page[]> {
  return JSON.parse(await readFile(join(folder, FILES.pages), 'utf8')) as Page[];
}
