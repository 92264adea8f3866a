import { join } from 'node:path';
import type { EngineJob } from '../../engine.ts';
import { noText } from '../../poppler/no-text.ts';
import { pagesOfPdf } from './pages-of-pdf.ts';
import { writeOdp } from './write-odp.ts';
import { writeOdt } from './write-odt.ts';

/** What a PDF file is first made into. */
export type OpenDocumentOfPdf = 'odt' | 'odp';

/**
 * Makes a document of a PDF file in which words can be edited: an OpenDocument file in the job's folder. Returns its path.
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX; UNSUPPORTED_CONVERSION for
 * pages without text, where another engine can read it from their pictures
 */
export async function documentOfPdf(job: EngineJob, format: OpenDocumentOfPdf): Promise<string> {
  const slides = format === 'odp';
  const target = join(job.folder, `document.${format}`);
  const pages = await pagesOfPdf(job, slides);
  if (job.handsOver && pages.every(({ lines }) => lines.length === 0)) throw noText();
  await (slides ? writeOdp : writeOdt)(pages, target);
  return target;
}
