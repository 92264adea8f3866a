import { ZipFile } from 'yazl';
import { writeZip } from './write-zip.ts';

/** A file that goes into a zip: where it lies, or what is in it. */
export type ZippedFile = ({ readonly path: string } | { readonly content: Buffer }) & {
  /** What it is called there. */
  readonly name: string;
  /** Whether to compress it: not what is compressed already. @default true */
  readonly compress?: boolean;
};

/** Writes a zip of files. */
export async function zipFiles(files: readonly ZippedFile[], target: string): Promise<void> {
  const zip = new ZipFile();
  for (const { name, compress = true, ...file } of files) {
    if ('path' in file) zip.addFile(file.path, name, { compress });
    else zip.addBuffer(file.content, name, { compress });
  }
  await writeZip(zip, target);
}
