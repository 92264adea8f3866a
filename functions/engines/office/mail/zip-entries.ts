import { ZipFile } from 'yazl';
import { writeZip } from '../../write-zip.ts';

/** A file of a zip: its name there, and its content, or where that lies. */
export type ZippedEntry = readonly [name: string, content: Buffer | { readonly path: string }];

/** Writes a zip of some files. */
export async function zipEntries(entries: readonly ZippedEntry[], target: string): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of entries) {
    if ('path' in content) zip.addFile(content.path, name);
    else zip.addBuffer(content, name);
  }
  await writeZip(zip, target);
}
