import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ZipFile } from 'yazl';
import type { FormatName } from '../conversion/formats.ts';
import type { EngineResult } from './engine.ts';
import { writeZip } from './write-zip.ts';

/** A file for a zip: its path, or its content. */
export type ZippedFile = ({ readonly path: string } | { readonly content: Buffer }) & {
  readonly name: string;
  /** False for files that are compressed already. @default true */
  readonly compress?: boolean;
};

/** The result of several files: the only one, or a zip of all. */
export async function onlyOrZip(
  files: readonly (ZippedFile & { readonly path: string })[],
  format: FormatName,
  folder: string,
): Promise<EngineResult> {
  const [first, second] = files;
  if (first && !second) return { path: first.path, format };
  const path = join(folder, 'all.zip');
  await zipFiles(files, path);
  await Promise.all(files.map((file) => rm(file.path)));
  return { path, format: 'zip' };
}

/** Writes a zip of files. */
export async function zipFiles(files: readonly ZippedFile[], target: string): Promise<void> {
  const zip = new ZipFile();
  for (const { name, compress = true, ...file } of files) {
    if ('path' in file) zip.addFile(file.path, name, { compress });
    else zip.addBuffer(file.content, name, { compress });
  }
  await writeZip(zip, target);
}
