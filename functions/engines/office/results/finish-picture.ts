import { ConversionError } from '../../../conversion/errors.ts';
import type { EngineJob, EngineResult } from '../../engine.ts';
import { convertPdf } from '../../poppler/convert-pdf.ts';
import { convertPicture } from '../../sharp/convert-picture.ts';

/** Converts what LibreOffice has written, a PDF of the pages or one picture, to the target. */
export async function finishPicture(job: EngineJob): Promise<EngineResult> {
  try {
    return await (job.sourceFormat === 'pdf' ? convertPdf : convertPicture)(job);
  } catch (error) {
    // The client's file was read, so an unreadable intermediate file is our fault.
    const ours = error instanceof ConversionError && error.code === 'UNREADABLE_FILE';
    throw ours ? new Error('what LibreOffice wrote cannot be read', { cause: error }) : error;
  }
}
