import { mkdir, mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../../conversion/quality.ts';
import type { EngineJob } from '../../engine.ts';
import { chosenPages } from '../../poppler/chosen-pages.ts';
import type { PdfFile, PdfPage } from '../../poppler/pdf-job.ts';
import { inLogicalOrder } from '../../poppler/write-text.ts';
import { decryptPdf } from '../../qpdf/decrypt-pdf.ts';
import { markLines } from './blocks/mark-lines.ts';
import type { NumberedPage, Page } from './page.ts';
import { extractPages, FILES, type RunFolders } from './reading/extract-pages.ts';
import { readRun } from './reading/read-run.ts';
import { turnPages } from './reading/turn-pages.ts';
import { cellsOfSlides } from './slides/lift-tables.ts';
import { readTags } from './tags/read-tags.ts';

/** The resolutions of pictures, in pixels per inch. */
const RESOLUTIONS = { low: 96, medium: 144, high: 216 } as const satisfies Record<Quality, number>;

/**
 * Reads the pages of a PDF file; pictures are files in the job's folder.
 * @param slides whether they become slides
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX; UNSUPPORTED_CONVERSION as `inLogicalOrder`
 */
export async function pagesOfPdf(job: EngineJob, slides: boolean): Promise<NumberedPage[]> {
  const { sourcePath, folder, quality, options, handsOver } = await decryptPdf(job);
  const found = join(folder, 'found');
  await mkdir(found);
  const pages = await chosenPages({ sourcePath, folder: found }, options);
  const file = await inLogicalOrder({ sourcePath, folder: found, options: {}, pages, ...(handsOver && { handsOver }) });
  const mostCells = slides ? cellsOfSlides(pages.length) : undefined;
  const readAll = async (from: PdfFile, sizes: readonly PdfPage[]) => {
    const into = await mkdtemp(join(folder, 'made-'));
    const tagged = sizes.filter((page) => page.tagged).map(({ number }) => number);
    const tags = await readTags(from.sourcePath, tagged);
    const read = (run: RunFolders) => readRun(run, { mostCells, tags });
    const folders = await extractPages(from, sizes, { resolution: RESOLUTIONS[quality], into, read });
    return (await Promise.all(folders.map(readPages))).flat();
  };
  const contents = markLines(await turnPages(file, await readAll(file, file.pages), readAll));
  return contents.map((page, index) => ({ ...page, number: pages[index]?.number ?? index + 1 }));
}

async function readPages(folder: string): Promise<Page[]> {
  return JSON.parse(await readFile(join(folder, FILES.pages), 'utf8')) as Page[];
}
