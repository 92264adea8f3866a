import { readFile, writeFile } from 'node:fs/promises';
import { answerJobs } from '../../../sandbox/resident-program.ts';
import { decodePlain } from '../text-encoding.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Where a Markdown file is, and where its page is to be written. */
export interface MarkdownJob {
  readonly sourcePath: string;
  readonly targetPath: string;
}

answerJobs<MarkdownJob>(async ({ sourcePath, targetPath }) => {
  await writeFile(targetPath, renderMarkdown(decodePlain(await readFile(sourcePath))));
});
