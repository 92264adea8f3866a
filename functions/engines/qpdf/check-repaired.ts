import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { planRewrite } from './plan-rewrite.ts';
import { runQpdf } from './run-qpdf.ts';

/**
 * Refuses a file whose pages look different after qpdf has repaired it: qpdf writes only what it could read.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkRepaired(file: PdfFile, count: number): Promise<void> {
  const copy = join(file.folder, 'repaired.pdf');
  await runQpdf({ inputFile: file.sourcePath, outputFile: copy, ...planRewrite({}, undefined) }, file.folder);
  await refuseChangedPages(file, copy, count);
  await rm(copy);
}
