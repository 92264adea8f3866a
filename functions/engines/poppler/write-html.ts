import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../conversion/quality.ts';
import { tooComplex } from '../refusals.ts';
import { cleanPages, HTML_END, htmlStart, titleOf } from './clean-html.ts';
import { checkBytes, LIMITS } from './limits.ts';
import { refuseLostPages } from './lost-pages.ts';
import type { PdfJob, PdfWriter } from './pdf-job.ts';
import { type PageRun, planRuns } from './plan-runs.ts';
import { runParallel } from './run-parallel.ts';
import { runPoppler } from './run-poppler.ts';
import { unreadable } from './unreadable.ts';
import { inLogicalOrder } from './write-text.ts';

/** The resolution of pages, in pixels per inch, and the format of the picture behind their text. */
const APPEARANCES = {
  low: { resolution: 96, picture: 'jpg' },
  medium: { resolution: 108, picture: 'png' },
  high: { resolution: 144, picture: 'png' },
} as const satisfies Record<Quality, { resolution: number; picture: 'jpg' | 'png' }>;

const POINTS_PER_INCH = 72;
/** Poppler's lowest resolution. */
const LEAST_RESOLUTION = 36;

/**
 * Writes a self-contained file: text in its position, in front of a picture of all else on the page. Poppler does not
 * sanitise the content of a PDF file, so that only known harmless markup is kept.
 * @throws ConversionError UNSUPPORTED_CONVERSION for text that cannot be read, or pages without text where another engine recognises it
 */
export const writeHtml: PdfWriter = async (job) => {
  const runs = planRuns(job.pages, APPEARANCES[job.quality].resolution);
  if (runs.some(({ resolution }) => resolution < LEAST_RESOLUTION)) {
    throw tooComplex('A page of the file is too large to be shown on a web page. Convert it to png or svg instead.');
  }
  let bytes = 0;
  const file = await inLogicalOrder(job);
  const parts = await runParallel(runs, async (run) => {
    const part = await writeRun(file, run);
    bytes += part.size;
    checkBytes(bytes, LIMITS.html);
    job.onPages(run.last - run.first + 1);
    return part.path;
  });
  const path = join(job.folder, 'result.html');
  await joinParts(parts, job, path);
  return { path, format: 'html' };
};

async function writeRun(job: PdfJob, run: PageRun): Promise<{ path: string; size: number }> {
  const { first, last, resolution } = run;
  const path = join(job.folder, `part-${first}.html`);
  const zoom = ['-zoom', `${resolution / POINTS_PER_INCH}`, '-fmt', APPEARANCES[job.quality].picture];
  const form = ['-c', '-s', '-dataurls', '-noframes', '-nodrm', '-enc', 'UTF-8'];
  const range = ['-f', `${first}`, '-l', `${last}`];
  const { stderr } = await runPoppler('pdftohtml', [...form, ...zoom, ...range, job.sourcePath, path], job);
  await refuseLostPages(job, run, stderr);
  return { path, size: (await stat(path)).size };
}

async function joinParts(parts: readonly string[], { folder, pages }: PdfJob, target: string): Promise<void> {
  const file = await open(target, 'w');
  let written = 0;
  try {
    for (const [index, part] of parts.entries()) {
      const html = await readFile(part, 'utf8');
      if (index === 0) await file.write(htmlStart(titleOf(html, folder)));
      for (const page of cleanPages(html)) {
        await file.write(page);
        written++;
      }
      await rm(part);
    }
    await file.write(HTML_END);
  } finally {
    await file.close();
  }
  if (written !== pages.length) throw unreadable(`${written} of ${pages.length} pages became html`);
}
