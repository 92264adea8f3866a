import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file that goes into a zip. */
export interface ZippedFile {
  readonly path: string;
  /** What it is called there. */
  readonly name: string;
  /** Whether to compress it: not what is compressed already. @default true */
  readonly compress?: boolean;
}

/** Writes a zip of these files. */
export async function writeZip(files: readonly ZippedFile[], target: string): Promise<void> {
  const zip = new ZipFile();
  for (const { path, name, compress = true } of files) zip.addFile(path, name, { compress });
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(target)), failed]);
}
