import { join } from 'node:path';
import { ToolEnded } from '../../sandbox/resident-tool.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { imposePages } from '../qpdf/impose-pages.ts';
import { lockPdf } from '../qpdf/lock-pdf.ts';
import { convertDocument } from './convert-document.ts';
import { finishPicture } from './finish-picture.ts';
import { isLocked, passwordProtected } from './locks.ts';
import { OfficeProcess } from './office-process.ts';
import { convertPlain } from './plain/convert-plain.ts';
import { isPlain } from './plain/plain-formats.ts';
import { prepareSource } from './prepare-source.ts';
import { unreadable } from './unreadable.ts';

let office: OfficeProcess | undefined;

/** Starts LibreOffice, if none is running that can take a document. */
export function startOffice(): OfficeProcess {
  if (!office?.usable) office = new OfficeProcess();
  return office;
}

/**
 * Converts a document.
 * @throws ConversionError
 */
export async function convertOffice(job: EngineJob): Promise<EngineResult> {
  if (job.sourceFormat === job.targetFormat && isPlain(job.sourceFormat)) return convertPlain(job);
  const prepared = await prepareSource(job);
  if (prepared.sourceFormat === job.targetFormat) return { path: prepared.sourcePath, format: job.targetFormat };
  const format = await runTwice(prepared);
  const result = { path: join(job.folder, `result.${format}`), format };
  if (format === 'pdf' && job.targetFormat === 'pdf') await finishPdf(result.path, job);
  if (format === job.targetFormat || format === 'zip') return result;
  const { password: _, ...options } = job.options;
  return finishPicture({ ...job, options, sourcePath: result.path, sourceFormat: format });
}

/** What is asked of a PDF file and LibreOffice does not do, or not well. */
async function finishPdf(path: string, { options, folder }: EngineJob): Promise<void> {
  if (options.slides_per_page !== undefined) await imposePages(path, Number(options.slides_per_page), folder);
  await lockPdf(path, options, folder);
}

/** Whatever ends LibreOffice the first time need not be the document; the second time it is. */
async function runTwice(job: EngineJob) {
  try {
    return await run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded)) throw error;
  }
  try {
    return await run(job);
  } catch (error) {
    if (!(error instanceof ToolEnded)) throw error;
    throw isLocked(job.sourcePath) ? passwordProtected(error, job) : unreadable(error);
  }
}

function run(job: EngineJob) {
  return startOffice().run((session, home) => convertDocument(job, session, home));
}
