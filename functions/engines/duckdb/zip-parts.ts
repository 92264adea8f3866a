import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { EngineJob, EngineResult } from '../engine.ts';
import { fileNames } from '../file-names.ts';
import { type ZippedFile, zipFiles } from '../zip-files.ts';

/**
 * Writes a zip with a file for each part of a source, where the target holds only one.
 * @param write writes a part, and returns the path of its file
 */
export async function zipParts<Part extends { readonly name: string }>(
  { folder, targetFormat }: EngineJob,
  parts: readonly Part[],
  write: (part: Part, index: number) => Promise<string>,
): Promise<EngineResult> {
  const names = fileNames(
    parts.map(({ name }) => ({ stem: name, extension: targetFormat })),
    'Sheet',
  );
  const files: (ZippedFile & { readonly path: string })[] = [];
  for (const [index, part] of parts.entries())
    files.push({ path: await write(part, index), name: names[index] ?? '', compress: targetFormat !== 'parquet' });
  const path = join(folder, 'result.zip');
  await zipFiles(files, path);
  await Promise.all(files.map((file) => rm(file.path)));
  return { path, format: 'zip' };
}
