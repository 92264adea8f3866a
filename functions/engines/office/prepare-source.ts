import type { EngineJob } from '../engine.ts';
import { convertEpub } from './epub/convert-epub.ts';
import { TARGETS } from './families.ts';
import { documentOfPdf, tablesOfPdf } from './pdf/document-of-pdf.ts';

/** Converts a source that LibreOffice does not read to one that it reads. */
export async function prepareSource(job: EngineJob): Promise<EngineJob> {
  if (job.sourceFormat === 'epub') return { ...job, sourcePath: await convertEpub(job), sourceFormat: 'html' };
  if (job.sourceFormat !== 'pdf') return job;
  // The options of pages and the password are for this step only.
  const { pages: _, password: __, ...options } = job.options;
  if (job.targetFormat === 'json') return { ...job, sourcePath: await tablesOfPdf(job, 'json'), sourceFormat: 'json' };
  if (Object.hasOwn(TARGETS.sheet, job.targetFormat) && !Object.hasOwn(TARGETS.text, job.targetFormat))
    return { ...job, sourcePath: await tablesOfPdf(job, 'fods'), sourceFormat: 'fods', options };
  const format = Object.hasOwn(TARGETS.text, job.targetFormat) ? 'odt' : 'odp';
  return { ...job, sourcePath: await documentOfPdf(job, format), sourceFormat: format, options };
}
