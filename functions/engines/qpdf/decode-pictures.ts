import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PdfFile } from '../poppler/pdf-job.ts';
import { runMupdf } from './run-mupdf.ts';

/**
 * Decodes pictures of a file to PNG files, in their own colour spaces.
 * @param objects their numbers
 * @returns their paths, by number; where MuPDF cannot decode a picture there is no file
 */
export async function decodePictures(file: PdfFile, objects: readonly number[]): Promise<(object: number) => string> {
  const folder = join(file.folder, 'decoded');
  if (objects.length > 0) {
    await mkdir(folder, { recursive: true });
    const args = ['extract', file.sourcePath, ...objects.map(String)];
    await runMupdf(args, { folder, source: file.sourcePath }).catch(() => undefined);
  }
  return (object) => join(folder, `image-${String(object).padStart(4, '0')}.png`);
}
