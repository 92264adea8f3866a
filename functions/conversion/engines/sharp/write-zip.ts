import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Puts files into a zip, as they are: pictures are compressed already. */
export async function writeZip(
  files: readonly { readonly path: string; readonly name: string }[],
  path: string,
): Promise<void> {
  const zip = new ZipFile();
  for (const file of files) zip.addFile(file.path, file.name, { compress: false });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(path));
}
