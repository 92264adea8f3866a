import type { EngineJob, EngineResult } from '../engine.ts';
import { encryptPdf } from '../qpdf/encrypt-pdf.ts';
import { convertMail, isMail } from './mail/convert-mail.ts';
import { convertPlain } from './plain/convert-plain.ts';
import { isPlain } from './plain/plain-formats.ts';
import { prepareSource } from './prepare-source.ts';
import { finishPicture } from './results/finish-picture.ts';
import { runOffice } from './run-office.ts';

/**
 * Converts a document.
 * @throws ConversionError
 */
export async function convertOffice(job: EngineJob): Promise<EngineResult> {
  if (isMail(job.sourceFormat)) return convertMail(job, convertOffice);
  if (job.sourceFormat === job.targetFormat && isPlain(job.sourceFormat)) return convertPlain(job);
  const prepared = await prepareSource(job);
  if (prepared.sourceFormat === job.targetFormat) return { path: prepared.sourcePath, format: job.targetFormat };
  const result = await runOffice(prepared);
  // Qpdf encrypts the PDF file, not LibreOffice.
  if (result.format === 'pdf' && job.targetFormat === 'pdf') await encryptPdf(result.path, job.options, job.folder);
  if (result.format === job.targetFormat || result.format === 'zip') return result;
  const { password: _, ...options } = job.options;
  return finishPicture({ ...job, options, sourcePath: result.path, sourceFormat: result.format });
}
