import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkBytes } from './limits.ts';
import { refuseLostPages } from './lost-pages.ts';
import type { PdfJob, PdfWriter } from './pdf-job.ts';
import { runParallel } from './run-parallel.ts';
import { runPoppler } from './run-poppler.ts';
import { writePages } from './write-pages.ts';

/** Writes an SVG for each page, with text as outlines and embedded pictures; the quality does not matter. */
export const writeSvg: PdfWriter = async (job) => {
  let bytes = 0;
  const paths = await runParallel(job.pages, async ({ number }) => {
    const drawing = await writePage(job, number);
    bytes += drawing.size;
    checkBytes(bytes);
    job.onPages(1);
    return drawing.path;
  });
  return writePages(job, paths);
};

async function writePage(job: PdfJob, page: number): Promise<{ path: string; size: number }> {
  const path = join(job.folder, `page-${page}.svg`);
  const { stderr } = await runPoppler(
    'pdftocairo',
    ['-svg', '-f', `${page}`, '-l', `${page}`, job.sourcePath, path],
    job,
  );
  await refuseLostPages(job, { first: page, last: page }, stderr);
  const drawing = await readFile(path);
  if (!/<\/svg>\s*$/.test(drawing.toString('latin1', Math.max(0, drawing.length - 16)))) {
    throw new Error(`the drawing of page ${page} is not complete`);
  }
  return { path, size: drawing.length };
}
