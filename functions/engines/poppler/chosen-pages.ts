import { choosePages } from '../options/choose-pages.ts';
import { inspectPdf } from './inspect-pdf.ts';
import { checkChosen, LIMITS } from './limits.ts';
import type { PopplerOptions } from './options.ts';
import type { PdfFile, PdfPage } from './pdf-job.ts';

/**
 * The pages of a file that a job converts, in order.
 * @throws ConversionError INVALID_OPTION, UNREADABLE_FILE, PASSWORD_PROTECTED, TOO_COMPLEX
 */
export async function chosenPages(file: PdfFile, { pages: text }: PopplerOptions): Promise<readonly PdfPage[]> {
  if (text === undefined) return inspectPdf(file);
  const pages = await inspectPdf(file, LIMITS.filePages);
  const chosen = choosePages(text, pages.length);
  checkChosen(chosen.length);
  return chosen.map((number) => pages[number - 1] as PdfPage);
}
