import { ZipFile } from 'yazl';
import { writeZip } from './write-zip.ts';

/** A file that goes into a zip. */
export interface ZippedFile {
  readonly path: string;
  /** What it is called there. */
  readonly name: string;
  /** Whether to compress it: not what is compressed already. @default true */
  readonly compress?: boolean;
}

/** Writes a zip of files. */
export async function zipFiles(files: readonly ZippedFile[], target: string): Promise<void> {
  const zip = new ZipFile();
  for (const { path, name, compress = true } of files) zip.addFile(path, name, { compress });
  await writeZip(zip, target);
}
