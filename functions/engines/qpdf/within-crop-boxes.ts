import type { PdfFile, PdfPage } from '../poppler/pdf-job.ts';
import { dictionaryAt, listPdf } from './join/list-pdf.ts';
import { updateObjects } from './update-objects.ts';

/**
 * Writes a copy of a PDF file in which the media boxes of cropped pages are their crop boxes: poppler reads text, and
 * draws web pages, within the former, and a viewer shows nothing beyond the latter.
 * @returns the job itself where no page is cropped, or the file has faults
 * @throws ConversionError PASSWORD_PROTECTED, TOO_COMPLEX, UNREADABLE_FILE
 */
export async function withinCropBoxes<Job extends PdfFile & { readonly pages: readonly PdfPage[] }>(
  job: Job,
): Promise<Job> {
  const { sourcePath: inputFile, folder, pages } = job;
  const cropped = pages.filter(({ cropped }) => cropped);
  if (cropped.length === 0) return job;
  const { listing: found, faulty } = await listPdf(inputFile, folder, ['trailer']);
  const references = cropped.map(({ number }) => found.pages[number - 1]?.object ?? '');
  if (faulty || references.includes('')) return job;
  const { qpdf } = (await listPdf(inputFile, folder, references)).listing;
  const changed = references.map((reference, index) => {
    const value = { ...dictionaryAt(reference, qpdf[1]), '/MediaBox': cropped[index]?.cropped?.box ?? null };
    return [`obj:${reference}`, { value }] as const;
  });
  const moved = await updateObjects(job, qpdf, Object.fromEntries(changed), 'within-crop-boxes');
  return { ...moved, pages: pages.map(({ cropped: _, ...page }) => page) };
}
