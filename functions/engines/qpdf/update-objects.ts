import { join } from 'node:path';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { type PdfListing, type PdfObjects, writeUpdate } from './join/list-pdf.ts';
import { COMPACT, runQpdf } from './run-qpdf.ts';

/**
 * Replaces objects of a file, whose other streams stay as they are.
 * @param name of the copy, without extension
 * @returns the copy, which is not encrypted
 * @throws ConversionError UNREADABLE_FILE, TOO_COMPLEX
 */
export async function updateObjects<File extends PdfFile>(
  file: File,
  listed: PdfListing['qpdf'],
  objects: PdfObjects,
  name: string,
): Promise<File> {
  const sourcePath = join(file.folder, `${name}.pdf`);
  const updateFromJson = await writeUpdate(join(file.folder, `${name}.json`), listed, objects);
  const run = { ...COMPACT, updateFromJson, streamData: 'preserve' };
  await runQpdf({ inputFile: file.sourcePath, outputFile: sourcePath, ...run }, file.folder);
  return { ...file, sourcePath };
}
