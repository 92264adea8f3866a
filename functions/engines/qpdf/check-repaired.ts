import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../conversion/errors.ts';
import { inspectPdf } from '../poppler/inspect-pdf.ts';
import { LIMITS } from '../poppler/limits.ts';
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
 * Does something with a file and, where qpdf cannot read it, does it once more with a copy that MuPDF writes of the pages
 * that it finds.
 * @throws ConversionError UNREADABLE_FILE where that fails, too, or the pages of the copy look different
 */
export async function withRebuilt<File extends PdfFile, Result>(
  file: File,
  work: (file: File) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(file);
  } catch (error) {
    if (!(error instanceof ConversionError) || error.code !== 'UNREADABLE_FILE') throw error;
    const target = join(file.folder, 'rebuilt.pdf');
    const run = { folder: file.folder, source: file.sourcePath, target };
    await runMupdf(['clean', file.sourcePath, target, '1-N'], run).catch(() => {
      throw error;
    });
    await refuseChangedPages(file, target, (await inspectPdf(file, LIMITS.filePages)).length);
    return work({ ...file, sourcePath: target });
  }
}

/**
 * Refuses a file whose pages look different after qpdf has repaired it.
 * @throws ConversionError UNREADABLE_FILE
 */
export async function checkRepaired(file: PdfFile, count: number): Promise<void> {
  await rm((await repairPdf(file, count, 'checked')).sourcePath);
}
