import { join } from 'node:path';
import type { ConversionError } from '../../../conversion/errors.ts';
import type { EngineJob } from '../../engine.ts';
import { unsupported } from '../../refusals.ts';
import { findHeaders } from './headers/find-headers.ts';
import { joinPictures } from './headers/join-pictures.ts';
import { hasText, withFormulas } from './page.ts';
import { pagesOfPdf } from './pages-of-pdf.ts';
import { writeOdp } from './slides/write-odp.ts';
import { findTables, linesOfScans } from './tables/find-tables.ts';
import { writeTables } from './tables/write-tables.ts';
import { type Fit, fitPages } from './writing/fit-pages.ts';
import { writeOdt } from './writing/write-odt.ts';

/**
 * Makes a document of a PDF file in which words can be edited, in the job's folder.
 * @returns its path, and what sets pages of a text closer that take more than one where it is open
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX; UNSUPPORTED_CONVERSION as `inLogicalOrder`
 */
export async function documentOfPdf(job: EngineJob, format: 'odt' | 'odp'): Promise<{ path: string; fit?: Fit }> {
  const slides = format === 'odp';
  const target = join(job.folder, `document.${format}`);
  const read = await joinPictures(await pagesOfPdf(job, slides));
  if (slides) {
    await writeOdp(read, target);
    return { path: target };
  }
  const pages = findHeaders(read);
  await writeOdt(pages, target);
  return { path: target, fit: (opened) => fitPages({ pages, path: target, folder: job.folder }, opened) };
}

/**
 * Makes a workbook, or a list, in the job's folder: of the tables in a PDF file, or of the lines of scans without tables.
 * Returns its path.
 * @throws ConversionError as above; UNSUPPORTED_CONVERSION where there is no table
 */
export async function tablesOfPdf(job: EngineJob, format: 'fods' | 'json'): Promise<string> {
  const pages = (await pagesOfPdf(job, false)).map(withFormulas);
  const target = join(job.folder, format === 'json' ? 'result.json' : 'tables.fods');
  const found = findTables(pages);
  const tables = found.length > 0 ? found : linesOfScans(pages);
  if (tables.length === 0) throw noTable(!pages.some(hasText));
  await writeTables(tables, { target, format, grouped: job.targetFormat !== 'csv' });
  return target;
}

function noTable(scan: boolean): ConversionError {
  const message = scan
    ? 'No text was found on the pages, and so no table.'
    : 'No table was found on the pages. Convert them to docx or txt instead.';
  return unsupported(message);
}
