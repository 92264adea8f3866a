import { lstat, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../conversion/errors.ts';
import type { Quality } from '../../../conversion/quality.ts';
import { ResidentPool } from '../../../sandbox/resident-pool.ts';
import type { EngineJob } from '../../engine.ts';
import { inspectPdf } from '../../poppler/inspect-pdf.ts';
import { LIMITS } from '../limits.ts';
import { extractPages } from './extract-pages.ts';
import type { PdfStep } from './pdf-program.ts';
import type { RunFolders } from './read-run.ts';

/** The program that makes sense of what is on the pages, in a process of its own: it takes time, and hostile files more. */
export const PDF_PROGRAM = 'functions/engines/office/pdf/pdf-program.ts';

/** Pixels to the inch of pictures. */
const RESOLUTIONS = { low: 96, medium: 144, high: 216 } as const satisfies Record<Quality, number>;

const MEGABYTE = 1024 * 1024;

const pool = new ResidentPool<PdfStep>({
  program: PDF_PROGRAM,
  timeLimit: LIMITS.drawingSeconds * 1000,
  memoryLimit: 500 * MEGABYTE,
  jailMemory: 1500,
});

/** What a PDF file is first made into. */
export type OpenDocumentOfPdf = 'odt' | 'odp';

/**
 * Makes a document of a PDF file in which words can be edited: an OpenDocument file in the job's folder. Returns its path.
 * @throws ConversionError UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX, ENGINE_TIMED_OUT
 */
export async function documentOfPdf(
  { sourcePath, folder, quality }: EngineJob,
  format: OpenDocumentOfPdf,
): Promise<string> {
  const slides = format === 'odp';
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timeOut()), LIMITS.drawingSeconds * 1000);
  const [found, into] = [join(folder, 'found'), join(folder, 'made')];
  await Promise.all([mkdir(found), mkdir(into)]);
  try {
    const file = { sourcePath, folder: found, signal: controller.signal };
    const read = async (run: RunFolders) => Number(await pool.run({ read: run, whole: slides }));
    const folders = await extractPages(file, await inspectPdf(file), { resolution: RESOLUTIONS[quality], into, read });
    const target = join(folder, `document.${format}`);
    await pool.run({ folders, target, slides });
    if (!(await lstat(target)).isFile()) throw new Error('the document is no regular file');
    return target;
  } finally {
    clearTimeout(timer);
  }
}

/** Ends the program; the next job starts it anew. */
export function stopPdf(): void {
  pool.stop();
}

function timeOut(): ConversionError {
  return new ConversionError(
    'ENGINE_TIMED_OUT',
    `Reading the pages took longer than ${LIMITS.drawingSeconds} seconds and was stopped. Split the file first.`,
  );
}
