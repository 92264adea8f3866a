import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../../conversion/quality.ts';
import type { EngineJob } from '../../engine.ts';
import { chosenPages } from '../../poppler/chosen-pages.ts';
import { inLogicalOrder } from '../../poppler/write-text.ts';
import { decryptPdf } from '../../qpdf/decrypt-pdf.ts';
import { extractPages } from './extract-pages.ts';
import { markLines } from './mark-lines.ts';
import type { NumberedPage, Page } from './page.ts';
import { type RunFolders, readRun } from './read-run.ts';
import { FILES } from './run-files.ts';

/** The resolutions of pictures, in pixels per inch. */
const RESOLUTIONS = { low: 96, medium: 144, high: 216 } as const satisfies Record<Quality, number>;

/**
 * Reads the pages of a PDF file; pictures are files in the job's folder.
 * @param whole whether everything that is drawn on a page is one picture behind its text
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX; UNSUPPORTED_CONVERSION as `inLogicalOrder`
 */
export async function pagesOfPdf(job: EngineJob, whole: boolean): Promise<NumberedPage[]> {
  const { sourcePath, folder, quality, options, handsOver } = await decryptPdf(job);
  const [found, into] = [join(folder, 'found'), join(folder, 'made')];
  await Promise.all([mkdir(found), mkdir(into)]);
  const read = (run: RunFolders) => readRun(run, whole);
  const pages = await chosenPages({ sourcePath, folder: found }, options);
  const file = await inLogicalOrder({ sourcePath, folder: found, options: {}, pages, ...(handsOver && { handsOver }) });
  const folders = await extractPages(file, file.pages, { resolution: RESOLUTIONS[quality], into, read });
  const contents = markLines((await Promise.all(folders.map(readPages))).flat());
  return contents.map((page, index) => ({ ...page, number: pages[index]?.number ?? index + 1 }));
}

async function readPages(folder: string): Promise<Page[]> {
  return JSON.parse(await readFile(join(folder, FILES.pages), 'utf8')) as Page[];
}
