import type { Quality } from '../../conversion/quality.ts';
import type { EngineJob } from '../engine.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import type { PdfPage } from '../poppler/pdf-job.ts';
import { LIMITS, unreadable } from './limits.ts';
import { runDjvulibre } from './run-djvulibre.ts';

/** The JPEG quality of colours; black and white is never JPEG. */
const COLOURS: Readonly<Record<Quality, number | undefined>> = { low: 60, medium: 80, high: undefined };
/** The JPEG quality of pages that become pictures: no loss is to be seen. */
const DRAWN_AGAIN = 95;

/**
 * Draws pages into a PDF file, at the resolution of the scan.
 * @returns the sizes of the pages
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function drawPdf(
  { sourcePath, folder, targetFormat, quality }: EngineJob,
  chosen: readonly number[],
  path: string,
): Promise<readonly PdfPage[]> {
  const jpeg = targetFormat === 'pdf' ? COLOURS[quality] : DRAWN_AGAIN;
  const args = ['-format=pdf', ...(jpeg ? [`-quality=${jpeg}`] : []), `-page=${chosen.join(',')}`];
  await runDjvulibre('ddjvu', [...args, sourcePath, path], { folder, source: sourcePath, fileSize: LIMITS.pdf });
  const pages = await inspectPdf({ sourcePath: path, folder });
  if (pages.length !== chosen.length) throw unreadable(`${pages.length} of ${chosen.length} pages were drawn`);
  return pages;
}
