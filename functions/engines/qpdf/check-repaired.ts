import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { refuseChangedPages } from '../poppler/lost-pages.ts';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { planRewrite } from './plan-rewrite.ts';
import { runMupdf } from './run-mupdf.ts';
import { runQpdf } from './run-qpdf.ts';

/**
 * Repairs a file by qpdf, which writes only what it could read.
 * @param name of the copy, without extension
 * @returns the repaired copy
 * @throws ConversionError UNREADABLE_FILE where its pages look different
 */
export async function repairPdf<File extends PdfFile>(file: File, count: number, name = 'repaired'): Promise<File> {
  const sourcePath = join(file.folder, `${name}.pdf`);
  await runQpdf({ inputFile: file.sourcePath, outputFile: sourcePath, ...planRewrite({}, undefined) }, file.folder);
  await refuseChangedPages(file, sourcePath, count);
  return { ...file, sourcePath };
}

/**
 * Repairs a file that qpdf cannot open by MuPDF, which writes the pages that it finds.
 * @param fault thrown where MuPDF fails, too
 * @returns the repaired copy
 * @throws ConversionError UNREADABLE_FILE where its pages look different
 */
export async function rebuildPdf<File extends PdfFile>(file: File, count: number, fault: Error): Promise<File> {
  const target = join(file.folder, 'rebuilt.pdf');
  const run = { folder: file.folder, source: file.sourcePath, target };
  await runMupdf(['clean', file.sourcePath, target, '1-N'], run).catch(() => {
    throw fault;
  });
  await refuseChangedPages(file, target, count);
  return { ...file, sourcePath: target };
}

/**
 * Refuses a file whose pages look different after qpdf has repaired it.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkRepaired(file: PdfFile, count: number): Promise<void> {
  await rm((await repairPdf(file, count, 'checked')).sourcePath);
}
