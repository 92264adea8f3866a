import { join } from 'node:path';
import type { FileEntry } from '../bsdtar/entry.ts';
import type { EngineJob, EngineResult } from '../engine.ts';
import { addToPdf } from '../sharp/convert-picture.ts';
import { PdfFile } from '../sharp/pdf/pdf-file.ts';
import { withPage } from './place-page.ts';

/** Writes a PDF file of pictures, each on a page of its size; JPEG pictures are not re-encoded. */
export async function writePdf(job: EngineJob, pages: readonly FileEntry[]): Promise<EngineResult> {
  const { folder, quality, onProgress } = job;
  const path = join(folder, 'result.pdf');
  await PdfFile.write(path, async (pdf) => {
    for (const [index, page] of pages.entries()) {
      await withPage(page, folder, (placed) =>
        addToPdf(pdf, {
          sourcePath: placed.path,
          sourceFormat: placed.format,
          targetFormat: 'pdf',
          quality,
          options: {},
          folder: placed.folder,
        }),
      );
      onProgress?.(Math.floor(((index + 1) / pages.length) * 100));
    }
  });
  return { path, format: 'pdf' };
}
