import { writeFile } from 'node:fs/promises';
import { openZip } from '../../../detection/document-zip.ts';
import { answerJobs } from '../../../sandbox/resident-program.ts';
import { inspect } from '../inspect.ts';
import { bindChapters } from './bind-chapters.ts';

/** Where a book is, and where its page is to be written. */
export interface EpubJob {
  readonly sourcePath: string;
  readonly targetPath: string;
}

answerJobs<EpubJob>(async ({ sourcePath, targetPath }) => {
  const page = inspect(sourcePath, (read, size) => bindChapters(openZip(read, size)));
  await writeFile(targetPath, page);
});
