import type { EngineJob } from '../../engine.ts';
import { addToPdf } from '../../sharp/convert-picture.ts';
import { PdfFile } from '../../sharp/pdf/pdf-file.ts';
import { isReadableWith } from '../../sharp/reading/readers.ts';
import { prepareSharp } from '../../sharp/settings.ts';

export { isReadableWith };

/**
 * Writes a picture as a PDF file, each page in its own size.
 * @returns how many pages it has
 * @throws ConversionError
 */
export async function pdfOfPicture(job: EngineJob, path: string): Promise<number> {
  prepareSharp();
  let pages = 0;
  await PdfFile.write(path, async (pdf) => {
    pages = await addToPdf(pdf, { ...job, targetFormat: 'pdf' });
  });
  return pages;
}
