import { join } from 'node:path';
import type { EngineJob } from '../../engine.ts';
import { pagesOfPdf } from './pages-of-pdf.ts';
import { writeOdp } from './write-odp.ts';
import { writeOdt } from './write-odt.ts';

/** What a PDF file is first made into. */
export type OpenDocumentOfPdf = 'odt' | 'odp';

/**
 * Makes a document of a PDF file in which words can be edited: an OpenDocument file in the job's folder. Returns its path.
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function documentOfPdf(job: EngineJob, format: OpenDocumentOfPdf): Promise<string> {
  const slides = format === 'odp';
  const target = join(job.folder, `document.${format}`);
  await (slides ? writeOdp : writeOdt)(await pagesOfPdf(job, slides), target);
  return target;
}
