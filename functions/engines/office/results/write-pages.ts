import { rm } from 'node:fs/promises';
import { choosePages } from '../../options/choose-pages.ts';
import { inspectPdf } from '../../poppler/inspect-pdf.ts';
import { LIMITS } from '../../poppler/limits.ts';
import { rangesOf } from '../../poppler/plan-runs.ts';
import type { Family } from '../families.ts';
import { type OpenJob, saveFile } from './open-job.ts';

/** Families whose parts are the pages of the PDF; the pages of others are counted in a PDF of all of them. */
const PAGED: readonly Family[] = ['slides', 'drawing'];

/**
 * Writes some pages of the open document as a PDF file, and returns its path.
 * @throws ConversionError INVALID_OPTION for pages that do not exist, TOO_COMPLEX
 */
export async function writePages(job: OpenJob, name: string, pages: string): Promise<string> {
  const chosen = choosePages(pages, PAGED.includes(job.family) ? job.parts : await countWritten(job));
  const ranges = rangesOf(chosen.map((number) => ({ number }))).map(({ first, last }) => `${first}-${last}`);
  return saveFile({ ...job, options: { ...job.options, pages: ranges.join(',') } }, name);
}

async function countWritten(job: OpenJob): Promise<number> {
  const { pages: _, ...options } = job.options;
  const sourcePath = await saveFile({ ...job, options }, 'all-pages.pdf');
  const sizes = await inspectPdf({ sourcePath, folder: job.folder }, LIMITS.filePages);
  await rm(sourcePath);
  return sizes.length;
}
