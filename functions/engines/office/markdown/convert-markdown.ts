import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ResidentPool } from '../../../sandbox/resident-pool.ts';
import type { EngineJob } from '../../engine.ts';
import type { MarkdownJob } from './markdown-program.ts';

/** The program that reads Markdown, in a process of its own: what a stranger wrote may keep it busy for ever. */
export const MARKDOWN_PROGRAM = 'functions/engines/office/markdown/markdown-program.ts';

const MEGABYTE = 1024 * 1024;

const pool = new ResidentPool<MarkdownJob>({
  program: MARKDOWN_PROGRAM,
  timeLimit: 20_000,
  memoryLimit: 300 * MEGABYTE,
  jailMemory: 1500,
  size: 1,
});

/** Makes a web page of Markdown, `result.html` in the job's folder, and returns its path. */
export async function convertMarkdown({ sourcePath, folder }: EngineJob): Promise<string> {
  const targetPath = join(folder, 'result.html');
  await pool.run({ sourcePath, targetPath });
  if (!(await lstat(targetPath)).isFile()) throw new Error('the page is no regular file');
  return targetPath;
}

/** Ends the program; the next job starts it anew. */
export function stopMarkdown(): void {
  pool.stop();
}
