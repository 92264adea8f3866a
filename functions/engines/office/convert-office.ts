import { ConversionError } from '../../conversion/errors.ts';
import { type EngineJob, type EngineResult, hasFormat } from '../engine.ts';
import { convertPdf } from '../poppler/convert-pdf.ts';
import { encryptPdf } from '../qpdf/encrypt-pdf.ts';
import { convertPicture } from '../sharp/convert-picture.ts';
import type { OfficeJob } from './convert-document.ts';
import { convertEpub } from './epub/bind-chapters.ts';
import { isPlain, TARGETS } from './families.ts';
import { convertMail, isMail } from './mail/convert-mail.ts';
import { documentOfPdf, tablesOfPdf } from './pdf/document-of-pdf.ts';
import { convertPlain } from './plain/convert-plain.ts';
import { runOffice } from './run-office.ts';

/**
 * Converts a document.
 * @throws ConversionError
 */
export async function convertOffice(job: EngineJob): Promise<EngineResult> {
  if (isMail(job.sourceFormat)) return convertMail(job, convertOffice);
  if (job.sourceFormat === job.targetFormat && isPlain(job.sourceFormat)) return convertPlain(job);
  const prepared = await prepareSource(job);
  if (prepared.sourceFormat === job.targetFormat && !prepared.fit)
    return { path: prepared.sourcePath, format: job.targetFormat };
  const result = await runOffice(prepared);
  // Qpdf encrypts the PDF file, not LibreOffice.
  if (result.format === 'pdf' && job.targetFormat === 'pdf') await encryptPdf(result.path, job.options, job.folder);
  if (result.format === job.targetFormat || result.format === 'zip') return result;
  const { password: _, ...options } = job.options;
  return finishPicture({ ...job, options, sourcePath: result.path, sourceFormat: result.format });
}

/** Converts a source that LibreOffice does not read to one that it reads. */
async function prepareSource(job: EngineJob): Promise<OfficeJob> {
  if (job.sourceFormat === 'epub') return { ...job, sourcePath: await convertEpub(job), sourceFormat: 'html' };
  if (job.sourceFormat !== 'pdf') return job;
  // The options of pages and the password are for this step only.
  const { pages: _, password: __, ...options } = job.options;
  if (job.targetFormat === 'json') return { ...job, sourcePath: await tablesOfPdf(job, 'json'), sourceFormat: 'json' };
  if (hasFormat(TARGETS.sheet, job.targetFormat) && !hasFormat(TARGETS.text, job.targetFormat))
    return { ...job, sourcePath: await tablesOfPdf(job, 'fods'), sourceFormat: 'fods', options };
  const format = hasFormat(TARGETS.text, job.targetFormat) ? 'odt' : 'odp';
  const { path, fit } = await documentOfPdf(job, format);
  return { ...job, sourcePath: path, sourceFormat: format, options, ...(fit && { fit }) };
}

/** Converts what LibreOffice has written, a PDF of the pages or one picture, to the target. */
async function finishPicture(job: EngineJob): Promise<EngineResult> {
  try {
    return await (job.sourceFormat === 'pdf' ? convertPdf : convertPicture)(job);
  } catch (error) {
    // The client's file was read, so an unreadable intermediate file is our fault.
    const ours = error instanceof ConversionError && error.code === 'UNREADABLE_FILE';
    throw ours ? new Error('what LibreOffice wrote cannot be read', { cause: error }) : error;
  }
}
