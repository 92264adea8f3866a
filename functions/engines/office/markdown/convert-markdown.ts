import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob } from '../../engine.ts';
import { decodePlain } from '../text-encoding.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Makes a web page of Markdown, `result.html` in the job's folder, and returns its path. */
export async function convertMarkdown({ sourcePath, folder }: EngineJob): Promise<string> {
  const path = join(folder, 'result.html');
  await writeFile(path, renderMarkdown(decodePlain(await readFile(sourcePath))));
  return path;
}
