import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { FormatName } from '../../conversion/formats.ts';
import { zipPages } from '../page-zip.ts';
import type { PdfJob, WrittenFile } from './pdf-job.ts';

/** Formats whose files are worth compressing. */
const PLAIN: readonly FormatName[] = ['svg', 'bmp'];

/** What names the files of pages. */
type PagesJob = Pick<PdfJob, 'folder' | 'targetFormat' | 'pages' | 'numbers'>;

/** Hands over the files of all pages: the bare file of a single page, a zip of many, by their numbers. */
export async function writePages(
  { folder, targetFormat, pages, numbers = pages.map(({ number }) => number) }: PagesJob,
  paths: readonly string[],
): Promise<WrittenFile> {
  const [single] = paths;
  if (single !== undefined && paths.length === 1) {
    const path = join(folder, `result.${targetFormat}`);
    await rename(single, path);
    return { path, zipped: false };
  }
  const path = join(folder, 'result.zip');
  await zipPages(paths, targetFormat, path, { compress: PLAIN.includes(targetFormat), numbers });
  return { path, zipped: true };
}
