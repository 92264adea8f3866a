import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { planRewrite } from './plan-rewrite.ts';
import { runQpdf } from './run-qpdf.ts';

/**
 * Refuses a file that has to be repaired, where pages look otherwise afterwards: qpdf writes what it can make sense of,
 * and that must be all that there is to see.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkRepaired(file: PdfFile, count: number): Promise<void> {
  const copy = join(file.folder, 'repaired.pdf');
  await runQpdf({ inputFile: file.sourcePath, outputFile: copy, ...planRewrite({}, undefined) }, file.folder);
  await refuseChangedPages(file, copy, count);
  await rm(copy);
}
