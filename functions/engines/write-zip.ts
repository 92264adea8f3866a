import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { ZipFile } from 'yazl';

/** Writes a zip to which nothing more is added. */
export async function writeZip(zip: ZipFile, path: string): Promise<void> {
  const failed = new Promise<never>((_, reject) => zip.on('error', reject));
  zip.end();
  await Promise.race([pipeline(zip.outputStream, createWriteStream(path)), failed]);
}
