import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { ResidentPool } from '../../../sandbox/resident-pool.ts';
import type { EngineJob } from '../../engine.ts';
import type { EpubJob } from './epub-program.ts';

/** The program that reads books, in a process of its own. */
export const EPUB_PROGRAM = 'functions/engines/office/epub/epub-program.ts';

const MEGABYTE = 1024 * 1024;

const pool = new ResidentPool<EpubJob>({
  program: EPUB_PROGRAM,
  timeLimit: 30_000,
  memoryLimit: 400 * MEGABYTE,
  jailMemory: 1500,
  size: 1,
});

/** Makes one web page of a book, `result.html` in the job's folder, and returns its path. */
export async function convertEpub({ sourcePath, folder }: EngineJob): Promise<string> {
  const targetPath = join(folder, 'result.html');
  await pool.run({ sourcePath, targetPath });
  if (!(await lstat(targetPath)).isFile()) throw new Error('the page is no regular file');
  return targetPath;
}

/** Ends the program; the next job starts it anew. */
export function stopEpub(): void {
  pool.stop();
}
