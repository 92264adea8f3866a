import { drawPages } from '../poppler/draw-pages.ts';
import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { fittingResolution } from '../poppler/plan-runs.ts';

/** The resolution, in pixels per inch, at which tesseract recognises best, whatever that of the scan. */
const RESOLUTION = 300;

/**
 * Renders a page of a PDF file in grey.
 * @returns the path and the resolution of the picture
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function drawPage(file: PdfFile, page: PdfPage, folder: string): Promise<{ path: string; dpi: number }> {
  const job = { ...file, folder, targetFormat: 'tiff', quality: 'high', pages: [page], onPages: () => {} } as const;
  const [path = ''] = await drawPages({ ...job, options: { color: 'gray' } }, 'pixels');
  return { path, dpi: fittingResolution(page, RESOLUTION) };
}
