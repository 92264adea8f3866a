import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { chosenPages } from '../poppler/chosen-pages.ts';
import { convertPdf } from '../poppler/convert-pdf.ts';
import { runQpdf } from '../qpdf/run-qpdf.ts';
import { pdfOfXps } from './pdf-of-xps.ts';

/**
 * Converts an XPS file to PDF, and from that to pictures and text.
 * @throws ConversionError
 */
export async function convertXps(job: EngineJob): Promise<EngineResult> {
  const sourcePath = await pdfOfXps(job);
  const { folder, targetFormat, options } = job;
  if (targetFormat !== 'pdf') return convertPdf({ ...job, sourcePath, sourceFormat: 'pdf' });
  const pages = await chosenPages({ sourcePath, folder }, options);
  if (options.pages === undefined) return { path: sourcePath, format: 'pdf' };
  const path = join(folder, 'result.pdf');
  const range = pages.map(({ number }) => number).join(',');
  await runQpdf({ inputFile: sourcePath, outputFile: path, pages: [{ file: '.', range }] }, folder);
  return { path, format: 'pdf' };
}
