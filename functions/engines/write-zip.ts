import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ZipFile } from 'yazl';

/** Ends a zip and writes it to a file. */
export async function writeZip(zip: ZipFile, path: string): Promise<void> {
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path)), failed]);
}
