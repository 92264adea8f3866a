import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Quality } from '../../conversion/quality.ts';
import { drawPages } from '../poppler/draw-pages.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { fittingResolution } from '../poppler/plan-runs.ts';
import { addToPdf } from '../sharp/convert-picture.ts';
import { PdfFile as Writer } from '../sharp/pdf/pdf-file.ts';

/** The resolution of a scanner, in pixels per inch. */
const RESOLUTION = 200;

/**
 * Makes a PDF file of pictures of the pages: one without the text that they have.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function drawFile(file: PdfFile, pages: readonly PdfPage[], quality: Quality): Promise<PdfFile> {
  const folder = join(file.folder, 'drawn');
  await mkdir(folder);
  const dpiOf = (page: PdfPage) => fittingResolution(page, RESOLUTION);
  const sourcePath = join(folder, 'drawn.pdf');
  await Writer.write(sourcePath, async (pdf) => {
    for (const page of pages) {
      const options = { dpi: dpiOf(page) };
      const settings = { targetFormat: 'jpg', quality, pages: [page], options, onPages: () => {} } as const;
      const [path = ''] = await drawPages({ ...file, folder, ...settings }, 'jpg');
      await addToPdf(pdf, { sourcePath: path, sourceFormat: 'jpg', targetFormat: 'pdf', quality, options, folder });
    }
  });
  return { sourcePath, folder: file.folder };
}
