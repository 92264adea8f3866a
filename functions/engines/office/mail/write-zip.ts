import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file of a zip: its name there, and its content, or where that lies. */
export type ZippedFile = readonly [name: string, content: Buffer | { readonly path: string }];

/** Writes a zip of some files. */
export async function writeZip(files: readonly ZippedFile[], target: string): Promise<void> {
  const zip = new ZipFile();
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  for (const [name, content] of files) {
    if ('path' in content) zip.addFile(content.path, name);
    else zip.addBuffer(content, name);
  }
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(target)), failed]);
}
