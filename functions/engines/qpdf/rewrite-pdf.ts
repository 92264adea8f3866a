import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
import { refuseDamagedPages } from '../poppler/lost-pages.ts';
import type { PageSize } from '../poppler/pdf-job.ts';
import { unreadable } from '../poppler/unreadable.ts';
import type { QpdfOptions } from './options.ts';
import { planRewrite, quarterTurns } from './plan-rewrite.ts';
import { runQpdf } from './run-qpdf.ts';
import { unlockPdf, writeUnlocked } from './unlock-pdf.ts';

/** How far sizes of pages may be apart, in points: they are told with six digits. */
const ROUNDING = 0.01;

/**
 * Writes a PDF file anew.
 * @throws ConversionError
 */
export async function rewritePdf(job: EngineJob): Promise<EngineResult> {
  const file = await unlockPdf(job);
  const options: QpdfOptions = file.options;
  const pages = await inspectPdf(file, LIMITS.filePages);
  const chosen = options.pages === undefined ? undefined : choosePages(options.pages, pages.length);
  const plan = planRewrite(options, job.quality, chosen);
  const path = join(job.folder, 'result.pdf');
  const { faulty } = await runQpdf({ inputFile: file.sourcePath, outputFile: path, ...plan }, job.folder);
  // It writes what it can make sense of: what of that matters, is judged as when pages are drawn.
  if (faulty) await refuseDamagedPages(file, pages.length);
  const wanted = chosen ? chosen.map((number) => pages[number - 1] as PageSize) : pages;
  await checkResult(job, path, quarterTurns(options) % 2 === 1 ? wanted.map(turned) : wanted);
  return { path, format: 'pdf' };
}

function turned({ width, height }: PageSize): PageSize {
  return { width: height, height: width };
}

/** The result must open, with its password, and have all its pages in their sizes. */
async function checkResult({ folder, options }: EngineJob, path: string, wanted: readonly PageSize[]): Promise<void> {
  const password = options.encrypt_password;
  const sourcePath = typeof password === 'string' ? join(folder, 'opened.pdf') : path;
  if (typeof password === 'string') await writeUnlocked(path, sourcePath, password, folder);
  const found = await inspectPdf({ sourcePath, folder }, LIMITS.filePages);
  const isWanted = (page: PageSize, index: number) => {
    const { width = 0, height = 0 } = wanted[index] ?? {};
    return Math.abs(page.width - width) < ROUNDING && Math.abs(page.height - height) < ROUNDING;
  };
  if (found.length === wanted.length && found.every(isWanted)) return;
  // Two programs that read the same file differently: it is the file that is odd.
  throw unreadable(`${found.length} pages became of ${wanted.length}, or other ones`);
}
