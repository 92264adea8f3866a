import { drawPages } from '../poppler/draw-pages.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { fittingResolution } from '../poppler/plan-runs.ts';
import { type DrawnPage, RESOLUTION } from './drawn-page.ts';

/**
 * Renders a page of a PDF file in grey.
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function drawPage(file: PdfFile, page: PdfPage, folder: string): Promise<DrawnPage> {
  const job = { ...file, folder, targetFormat: 'tiff', quality: 'high', pages: [page], onPages: () => {} } as const;
  const [path = ''] = await drawPages({ ...job, options: { color: 'gray' } }, 'pixels');
  return { path, dpi: fittingResolution(page, RESOLUTION), size: page };
}
