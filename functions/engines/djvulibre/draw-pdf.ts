import type { Quality } from '../../conversion/quality.ts';
import type { EngineJob } from '../engine.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import type { PdfPage } from '../poppler/pdf-job.ts';
import { LIMITS, unreadable } from './limits.ts';
import { runDjvulibre } from './run-djvulibre.ts';

/** How colours are compressed as JPEG; black and white never is. */
const COLOURS: Readonly<Record<Quality, number | undefined>> = { low: 60, medium: 80, high: undefined };
/** Of what is drawn once more, nothing is to be seen. */
const DRAWN_AGAIN = 95;

/**
 * Draws pages into a PDF file, as large as they were scanned.
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
