import { lstat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { FormatName } from '../conversion/formats.ts';
import { layerAvailable } from '../sandbox/layer.ts';
import { ResidentPool } from '../sandbox/resident-pool.ts';
import { ToolEnded } from '../sandbox/resident-tool.ts';
import type { Engine, EngineJob, EngineResult } from './engine.ts';
import { CONVERSIONS } from './office/conversions.ts';
import { EPUB_PROGRAM, stopEpub } from './office/epub/convert-epub.ts';
import { finishPicture } from './office/finish-picture.ts';
import { LIMITS } from './office/limits.ts';
import { isLocked, passwordProtected } from './office/locks.ts';
import { MARKDOWN_PROGRAM, stopMarkdown } from './office/markdown/convert-markdown.ts';
import { LAYER, OfficeProcess } from './office/office-process.ts';
import { PDF_PROGRAM, stopPdf } from './office/pdf/document-of-pdf.ts';
import { prepareSource } from './office/prepare-source.ts';
import { unreadable } from './office/unreadable.ts';
import { poppler } from './poppler.ts';

/** Each LibreOffice takes 200 MB and more. */
const MOST_PROCESSES = 4;

const size = process.env.AWS_LAMBDA_FUNCTION_NAME ? 1 : Math.min(availableParallelism(), MOST_PROCESSES);

const pool = new ResidentPool<EngineJob>({ size, start: () => new OfficeProcess() });

/**
 * Documents, spreadsheets, presentations and drawings: LibreOffice, kept resident in a jail, and poppler for pictures of
 * their pages. LibreOffice runs no macros and follows no links: linked pictures and files stay empty.
 */
export const office: Engine = {
  name: 'office',
  worker: {
    lane: 'queue',
    layers: [LAYER, ...poppler.worker.layers],
    memory: 3008,
    timeout: LIMITS.seconds + LIMITS.drawingSeconds,
    scratch: 5120,
    programs: [...poppler.worker.programs, MARKDOWN_PROGRAM, EPUB_PROGRAM, PDF_PROGRAM],
    packages: poppler.worker.packages,
  },
  conversions: CONVERSIONS,
  available: () => layerAvailable(LAYER) && poppler.available(),
  warmUp: () => pool.warmUp(),
  stop: () => {
    pool.stop();
    poppler.stop?.();
    stopMarkdown();
    stopEpub();
    stopPdf();
  },
  convert,
};

async function convert(job: EngineJob): Promise<EngineResult> {
  const prepared = await prepareSource(job);
  if (prepared.sourceFormat === job.targetFormat) return { path: prepared.sourcePath, format: job.targetFormat };
  const format = (await runTwice(prepared)) as FormatName;
  const path = join(job.folder, `result.${format}`);
  if (!(await lstat(path)).isFile()) throw new Error('the result is no regular file');
  if (format === job.targetFormat || format === 'zip') return { path, format };
  return finishPicture({ ...job, sourcePath: path, sourceFormat: format });
}

/** Whatever ends LibreOffice the first time need not be the document; the second time it is. */
async function runTwice(job: EngineJob): Promise<unknown> {
  try {
    return await pool.run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded) || error.stopped) throw error;
  }
  try {
    return await pool.run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded) || error.stopped) throw error;
    throw isLocked(job.sourcePath) ? passwordProtected(error) : unreadable(error);
  }
}
