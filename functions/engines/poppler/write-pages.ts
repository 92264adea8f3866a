import type { FormatName } from '../../conversion/formats.ts';
import type { EngineResult } from '../engine.ts';
import { pageFiles } from '../page-files.ts';
import { onlyOrZip } from '../zip-files.ts';
import type { PdfJob } from './pdf-job.ts';

/** Formats whose files are worth compressing. */
const PLAIN: readonly FormatName[] = ['svg', 'bmp'];

/** What the names of the files depend on. */
type PagesJob = Pick<PdfJob, 'folder' | 'targetFormat' | 'pages' | 'numbers'>;

/** The result: the file of a single page, or a zip of numbered files. */
export function writePages(
  { folder, targetFormat, pages, numbers = pages.map(({ number }) => number) }: PagesJob,
  paths: readonly string[],
): Promise<EngineResult> {
  const files = pageFiles(paths, targetFormat, { compress: PLAIN.includes(targetFormat), numbers });
  return onlyOrZip(files, targetFormat, folder);
}
