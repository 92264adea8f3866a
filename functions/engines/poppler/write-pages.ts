import type { FormatName } from '../../conversion/formats.ts';
import type { EngineResult } from '../engine.ts';
import { pageFiles } from '../page-files.ts';
import { onlyOrZip } from '../zip-files.ts';
import type { PdfJob } from './pdf-job.ts';

/** Formats whose files are worth compressing. */
const PLAIN: readonly FormatName[] = ['svg', 'bmp'];

/** What names the files of pages. */
type PagesJob = Pick<PdfJob, 'folder' | 'targetFormat' | 'pages' | 'numbers'>;

/** Hands over the files of all pages: the bare file of a single page, a zip of many, by their numbers. */
export function writePages(
  { folder, targetFormat, pages, numbers = pages.map(({ number }) => number) }: PagesJob,
  paths: readonly string[],
): Promise<EngineResult> {
  const files = pageFiles(paths, targetFormat, { compress: PLAIN.includes(targetFormat), numbers });
  return onlyOrZip(files, targetFormat, folder);
}
