import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openZip } from '../../../detection/document-zip.ts';
import type { EngineJob } from '../../engine.ts';
import { bindChapters } from './bind-chapters.ts';

/** Converts a book to one HTML page, `result.html` in the job's folder, and returns its path. */
export async function convertEpub({ sourcePath, folder }: EngineJob): Promise<string> {
  const bytes = await readFile(sourcePath);
  const page = await bindChapters(
    openZip((position, length) => bytes.subarray(position, position + length), bytes.length),
  );
  const path = join(folder, 'result.html');
  await writeFile(path, page);
  return path;
}
