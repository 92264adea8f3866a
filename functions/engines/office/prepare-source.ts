import type { EngineJob } from '../engine.ts';
import { convertEpub } from './epub/convert-epub.ts';
import { TARGETS } from './families.ts';
import { documentOfPdf, tablesOfPdf } from './pdf/document-of-pdf.ts';

/** A job whose source LibreOffice reads: what it does not read is made into something that it does. */
export async function prepareSource(job: EngineJob): Promise<EngineJob> {
  if (job.sourceFormat === 'epub') return { ...job, sourcePath: await convertEpub(job), sourceFormat: 'html' };
  if (job.sourceFormat !== 'pdf') return job;
  // What was asked of the pages has been done.
  const { pages: _, password: __, ...options } = job.options;
  if (job.targetFormat === 'json') return { ...job, sourcePath: await tablesOfPdf(job, 'json'), sourceFormat: 'json' };
  if (Object.hasOwn(TARGETS.sheet, job.targetFormat) && !Object.hasOwn(TARGETS.text, job.targetFormat))
    return { ...job, sourcePath: await tablesOfPdf(job, 'fods'), sourceFormat: 'fods', options };
  const format = Object.hasOwn(TARGETS.text, job.targetFormat) ? 'odt' : 'odp';
  return { ...job, sourcePath: await documentOfPdf(job, format), sourceFormat: format, options };
}
